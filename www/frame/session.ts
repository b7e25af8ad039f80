/** A workbench as the surrounding page uses it. */

import type { Beginning, Session, Tell, WorkbenchError } from "../embed/contract";
import { toKanonError } from "../engine/failure";
import { loadRecipe, openFile, openSample } from "../state/opening";
import { plain } from "../state/recipe";
import { writeRelease } from "../state/releasing";
import { currentReleased, currentResult, recipeToWrite } from "../state/result";
import { STEP_NAMES, type StepName } from "../state/step-name";
import { undecided } from "../state/study";
import type { Workbench } from "../state/workbench";
import { stepOf } from "../steps/steps";
import { openQuestions } from "../steps/untouched";
import { plural } from "../ui/format";
import { tellChanges } from "./telling";

/** The name of a host's recipe in messages. */
const GIVEN = "of this page";
/** The smallest request to the engine, to find out when it is ready. */
const SMALLEST = '{"kanon":1,"columns":{}}';

const NO_POLICY = "There is no policy yet: run a search first.";
const AGAIN = "The engine has searched for something else since: run the search once more.";

function refused(code: string, words: string): Error & WorkbenchError {
  return Object.assign(new Error(words), { code, words });
}

/** Lets the surrounding page use a workbench with its initial settings. `drawn` resolves when it is visible. */
export function sessionOf(
  workbench: Workbench,
  beginning: Beginning,
  drawn: Promise<unknown>,
  tell: Tell,
  end: () => void,
): Session {
  tellChanges(workbench, tell);
  /** The requests of the page, one after the other. */
  let asked: Promise<void> = Promise.resolve();
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    asked = asked.then(() => workbench.lock.asHost(work)).catch(() => undefined);
    return asked;
  };
  const goTo = (step: string): string | null => {
    const name = STEP_NAMES.find((one) => one === step);
    if (name === undefined) return `There is no step "${step}"; the steps are ${STEP_NAMES.join(", ")}.`;
    const state = stepOf(name).state(workbench);
    if (state.kind === "blocked") return `The step ${name} cannot be shown yet: ${state.words}.`;
    workbench.goTo(name);
    return null;
  };
  /** Opening a file moves to a step, so the step that the page requests comes afterwards. */
  const thenStep = (step: string) => {
    if (step === "") return;
    const why = goTo(step);
    if (why !== null) tell("kanon-error", { code: "step", words: why });
  };
  const useRecipe = (text: string) => loadRecipe(workbench, new File([text], GIVEN), []);
  const failed = (step: StepName): boolean => workbench.study.failures[step] !== undefined;

  const begin = async () => {
    const { sample, step, recipe } = beginning;
    if (recipe !== null) await useRecipe(recipe);
    if (sample && !failed("open")) {
      await openSample(workbench, workbench.waiting);
      workbench.putNoticeAway();
    }
    thenStep(step);
  };
  const ready = drawn.then(() => workbench.engine.normalizeRecipe(SMALLEST)).then(() => undefined);
  ready
    .then(() => {
      tell("kanon-ready", { readonly: workbench.lock.isShut });
      return inTurn(begin);
    })
    .catch((thrown: unknown) => workbench.fail("open", toKanonError(thrown)));

  return {
    ready,
    recipe: () => (workbench.study.recipe === null ? null : plain(workbench.study.recipe)),
    useRecipe: (text) => inTurn(() => useRecipe(text)),
    openSample: () => inTurn(() => openSample(workbench)),
    open: (file) => inTurn(() => openFile(workbench, file, file.name)),
    goTo,
    setReadonly: (readonly) => {
      workbench.lock.isShut = readonly;
      workbench.announce();
    },
    exportRelease: () => releaseOf(workbench),
    exportExhibit: () => exhibitOf(workbench),
    cancel: () => workbench.cancel(),
    end,
  };
}

/** The current policy as an element that draws it, without a value of the data. */
async function exhibitOf(workbench: Workbench): Promise<string> {
  const result = currentResult(workbench.study);
  const { recipe } = workbench.study;
  if (result === null || recipe === null) throw refused("no-policy", NO_POLICY);
  if (!workbench.engine.holdsSearch(result.search)) throw refused("no-policy", AGAIN);
  const settings = recipeToWrite(result, recipe);
  return (await workbench.engine.quick((face) => face.policyExhibit(settings, false))).html;
}

/** The release of the current policy. It is written first if nothing is left to settle. */
async function releaseOf(workbench: Workbench): Promise<Blob> {
  const blobOf = () => currentReleased(workbench.study)?.written.blob ?? null;
  const there = blobOf();
  if (there !== null) return there;
  if (currentResult(workbench.study) === null) throw refused("no-policy", NO_POLICY);
  const open = undecided(workbench.study).length;
  if (open > 0)
    throw refused(
      "undecided",
      `${plural(open, "column has", "columns have")} no role yet: nothing is released before.`,
    );
  const question = openQuestions(workbench);
  if (question !== null) throw refused("unconfirmed", question);
  await writeRelease(workbench, null);
  const written = blobOf();
  if (written === null)
    throw refused("not-released", "The release was not written; the workbench says why, under Release.");
  return written;
}
