// Calls an MCP server with the Inspector's command line, a client that others wrote.

import { fileURLToPath } from "node:url";

import { run } from "./product.mjs";

const CLI = fileURLToPath(
  new URL("../node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js", import.meta.url),
);

/** The protocol eras a client may ask for: `2025-11-25`, the newest both sides know, and `2026-07-28`. */
export const ERAS = ["legacy", "auto", "modern"];

/** The Inspector's exit code when a tool is unknown or answers with an error. */
export const TOOL_ERROR = 5;

/** One way to reach a server: its name in complaints, and the arguments that select it. */
export const stdio = (product, era) => ({
  name: `${product.name} mcp (${era})`,
  args: ["--protocol-era", era],
  target: [product.binary, "mcp"],
});
export const http = (product, url, era) => ({
  name: `${product.name} ${new URL("/mcp", url).pathname} (${era})`,
  args: ["--protocol-era", era, "--transport", "http"],
  target: [`${url}/mcp`],
});

/** Calls one method and returns the exit code, the `result`, the `error` and any findings on tool schemas. */
export async function inspect(way, method, ...options) {
  const { code, stdout, stderr } = await run(process.execPath, [
    CLI,
    "--cli",
    "--format",
    "json",
    "--method",
    method,
    ...way.args,
    ...options,
    ...way.target,
  ]);
  const answer = lastJson(stdout) ?? {};
  return {
    code,
    result: answer.result,
    findings: answer.schemaFindings ?? [],
    error: lastJson(stderr)?.error,
    printed: `${stdout}${stderr}`,
  };
}

/** Calls one tool with these arguments. */
export function call(way, tool, args) {
  return inspect(way, "tools/call", "--tool-name", tool, "--tool-args-json", JSON.stringify(args));
}

/** The last line that is a JSON object: a stdio server's own log may stand before it. */
function lastJson(text) {
  for (const line of text.trimEnd().split("\n").reverse()) {
    if (line.startsWith("{")) {
      try {
        return JSON.parse(line);
      } catch {
        // A log line that only looks like JSON.
      }
    }
  }
  return undefined;
}
