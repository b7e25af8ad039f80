/** Scratch projects that install the package as anybody would. */

import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { extname, join, resolve, sep } from "node:path";

export const ROOT = join(__dirname, "../..");
/** The package as it is built. */
export const BUILT = join(ROOT, "dist/npm");
const TARGET = join(process.env.CARGO_TARGET_DIR ?? join(ROOT, "target"), "package");
const TOOLS = join(ROOT, "pkg-config/node_modules");

function named(variable: string): string {
  const path = process.env[variable];
  if (path === undefined || path === "") throw new Error(`${variable} does not name a program`);
  return path;
}

/** Runs a program to its end, and gives what it printed. One that does not end by itself fails. */
export function run(program: string, args: readonly string[], folder: string): string {
  return execFileSync(program, args, {
    cwd: folder,
    encoding: "utf8",
    timeout: 100_000,
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Runs one of the tools of the page's build. */
export function tool(path: string, args: readonly string[], folder: string): string {
  return run(process.execPath, [join(TOOLS, path), ...args], folder);
}

/** Packs the package, and gives the archive and the names of what is in it. */
export function pack(): { readonly archive: string; readonly files: readonly string[] } {
  mkdirSync(TARGET, { recursive: true });
  const told = run("npm", ["pack", "--json", "--pack-destination", TARGET], BUILT);
  const [packed] = JSON.parse(told) as { filename: string; files: { path: string }[] }[];
  if (packed === undefined) throw new Error("npm packed nothing");
  return { archive: join(TARGET, packed.filename), files: packed.files.map(({ path }) => path).sort() };
}

/** A new project with these files, in which the packed package is installed. */
export function project(name: string, archive: string, files: Readonly<Record<string, string>>): string {
  const folder = join(TARGET, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const own = { "package.json": JSON.stringify({ name, private: true, type: "module" }), ...files };
  for (const [path, text] of Object.entries(own)) writeFileSync(join(folder, path), text);
  const quietly = ["--offline", "--no-audit", "--no-fund", "--no-package-lock"];
  run("npm", ["install", ...quietly, archive], folder);
  return folder;
}

/** Runs the command line. */
export function kanon(args: readonly string[], folder: string): string {
  return run(named("KANON"), args, folder);
}

/** What the command line makes of the sample. */
export interface Sample {
  readonly folder: string;
  readonly release: Buffer;
  readonly report: { readonly output_sha256: string };
}

/** The sample, with its release by the command line beside it. */
export function sample(): Sample {
  const folder = join(TARGET, "sample");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  kanon(["sample", "--out", "."], folder);
  const recipe = ["--recipe", "hospital.kanon.json"];
  kanon(["anonymize", "hospital.csv", ...recipe, "--out", "out.csv", "--report", "out.json"], folder);
  const report = JSON.parse(readFileSync(join(folder, "out.json"), "utf8")) as Sample["report"];
  return { folder, release: readFileSync(join(folder, "out.csv")), report };
}

/** An exhibit of the report of the sample's release, as the command line prints it. */
export function exhibit({ folder }: Sample): string {
  return kanon(["exhibit", "policy", "--report", "out.json"], folder);
}

/** All files of a folder and of the folders in it, by their paths with `/` between the parts. */
export function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll(sep, "/"),
    )
    .sort();
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
};

/** Serves a folder under a policy, and gives its address. */
export async function serve(
  folder: string,
  policy: string,
): Promise<{ readonly address: string; readonly server: Server }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
    const path = resolve(folder, `.${pathname.endsWith("/") ? `${pathname}index.html` : pathname}`);
    try {
      if (!path.startsWith(folder + sep)) throw new Error("outside");
      const body = readFileSync(path);
      const type = TYPES[extname(path)] ?? "application/octet-stream";
      response.writeHead(200, { "content-type": type, "content-security-policy": policy });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const at = server.address();
  if (at === null || typeof at === "string") throw new Error("the server has no port");
  return { address: `http://127.0.0.1:${at.port}/`, server };
}
