/**
 * What a host may send with the page, beside the policy that stands in it: a policy in a header holds before the first
 * byte is read.
 */

/** The headers, by name. */
export function headers(policy: string): Readonly<Record<string, string>> {
  return {
    "Content-Security-Policy": policy,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy":
      "camera=(), microphone=(), geolocation=(), display-capture=(), usb=(), serial=(), hid=(), bluetooth=(), payment=()",
    "X-DNS-Prefetch-Control": "off",
    "Cache-Control": "no-cache",
  };
}

/** The same in the form of each of the usual hosts, by the name of its file. */
export function hostFiles(policy: string): Readonly<Record<string, string>> {
  const all = Object.entries(headers(policy));
  const lines = (line: (name: string, value: string) => string) =>
    all.map(([name, value]) => line(name, value)).join("\n");
  return {
    // Read by several hosts of static pages from the folder that they serve.
    _headers: `/*\n${lines((name, value) => `  ${name}: ${value}`)}\n`,
    "nginx.conf": `# For a block "server" or "location".\n${lines((name, value) => `add_header ${name} "${value}" always;`)}\ngzip on;\ngzip_types text/html text/javascript;\n`,
    "apache.htaccess": `<IfModule mod_headers.c>\n${lines((name, value) => `  Header always set ${name} "${value}"`)}\n</IfModule>\n<IfModule mod_deflate.c>\n  AddOutputFilterByType DEFLATE text/html text/javascript\n</IfModule>\n`,
  };
}
