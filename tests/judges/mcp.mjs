// Judges a product's MCP server with the Inspector: every way in gives the answer the CLI and HTTP give.

import { call, ERAS, http, inspect, stdio, TOOL_ERROR } from "./inspector.mjs";
import { products } from "./product.mjs";
import { Verdict } from "./verdict.mjs";

const DESCRIBED = "capabilities.describe";

/** Calls every server must refuse as a caller's fault: the tool, its arguments, and what the refusal must name. */
const REFUSED = [
  { what: "a missing field", args: {}, names: ["invalid_input", "id"] },
  { what: "a field of the wrong type", args: { id: 5 }, names: ["invalid_input", "/id"] },
  { what: "an unknown field", args: { idd: "x" }, names: ["invalid_input", "idd"] },
  { what: "an unknown capability", args: { id: "capabilities.describ" }, names: ["not_found", DESCRIBED] },
];

/** Warnings the contract itself brings about: a nullable field's two types, and a field that holds any JSON. */
const TOLERATED = new Set(["type-union", "untyped-schema"]);

const verdict = new Verdict();

for (const product of products()) {
  await verdict.group(`${product.name} is judged to the end`, () => judge(product));
}
verdict.close();

async function judge(product) {
  const expected = {
    capabilities_list: await product.json("capabilities", "list", "--format", "json"),
    capabilities_describe: await product.json("capabilities", "describe", DESCRIBED, "--format", "json"),
  };
  for (const era of ERAS) {
    await verdict.group(`${product.name} over stdio (${era})`, () => judgeWay(stdio(product, era), expected));
  }
  await product.serve(async (url) => {
    const list = await getJson(`${url}/api/v1/capabilities`);
    verdict.equal(`${product.name}: GET the list answers as the CLI does`, list, expected.capabilities_list);
    const described = await getJson(`${url}/api/v1/capabilities/describe?id=${DESCRIBED}`);
    verdict.equal(`${product.name}: GET a description answers as the CLI does`, described, expected.capabilities_describe);
    for (const era of ERAS) {
      await verdict.group(`${product.name} over HTTP (${era})`, () => judgeWay(http(product, url, era), expected));
    }
  });
}

async function judgeWay(way, expected) {
  if (!(await judgeTools(way, Object.keys(expected)))) {
    return;
  }
  await judgeAnswer(way, "capabilities_list", {}, expected.capabilities_list);
  await judgeAnswer(way, "capabilities_describe", { id: DESCRIBED }, expected.capabilities_describe);
  for (const { what, args, names } of REFUSED) {
    const { code, result, error, printed } = await call(way, "capabilities_describe", args);
    const answer = [code, error?.code, result?.isError];
    verdict.equal(`${way.name}: ${what} is a tool error`, answer, [TOOL_ERROR, "tool_is_error", true]);
    const told = names.filter((name) => !JSON.stringify(result ?? {}).includes(name));
    verdict.check(`${way.name}: ${what} names ${names.join(" and ")}`, told.length === 0, printed);
  }
  // The Inspector finds this one in the list it asked for, so it judges the list.
  const unknown = await call(way, "capabilities_lisst", {});
  verdict.equal(`${way.name}: an unknown tool is not there`, [unknown.code, unknown.error?.code], [TOOL_ERROR, "tool_not_found"]);
  await judgeResources(way);
}

/** Whether the tools could be listed; without a list no call can succeed, and each would wait for its time-out. */
async function judgeTools(way, names) {
  const { code, result, findings, printed } = await inspect(way, "tools/list", "--strict");
  if (!verdict.check(`${way.name}: tools/list --strict holds`, code === 0, printed)) {
    return false;
  }
  const serious = findings
    .flatMap(({ toolName, findings }) => findings.map((finding) => ({ toolName, ...finding })))
    .filter(({ rule }) => !TOLERATED.has(rule));
  verdict.check(`${way.name}: tool schemas are portable`, serious.length === 0, JSON.stringify(serious, null, 2));
  const tools = result?.tools ?? [];
  for (const name of names) {
    verdict.check(`${way.name}: offers ${name}`, tools.some((tool) => tool.name === name), printed);
  }
  for (const tool of tools) {
    const hints = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"];
    const absent = hints.filter((hint) => typeof tool.annotations?.[hint] !== "boolean");
    verdict.check(`${way.name}: ${tool.name} states all four hints`, absent.length === 0, `absent: ${absent}`);
    verdict.check(`${way.name}: ${tool.name} has an output schema`, tool.outputSchema !== undefined);
  }
  return true;
}

async function judgeAnswer(way, tool, args, expected) {
  const { code, result, printed } = await call(way, tool, args);
  verdict.check(`${way.name}: ${tool} succeeds`, code === 0 && result?.isError !== true, printed);
  verdict.equal(`${way.name}: ${tool} answers as the CLI does`, result?.structuredContent, expected);
  const text = result?.content?.find((block) => block.type === "text")?.text;
  verdict.equal(`${way.name}: the text of ${tool} is the same answer`, parsed(text), expected);
}

/** Every resource a product lists can be read under the URI it was listed with. */
async function judgeResources(way) {
  const { code, result, printed } = await inspect(way, "resources/list");
  if (!verdict.check(`${way.name}: resources/list succeeds`, code === 0, printed)) {
    return;
  }
  for (const { uri } of result.resources) {
    const read = await inspect(way, "resources/read", "--uri", uri);
    const uris = read.result?.contents?.map((content) => content.uri) ?? [];
    verdict.check(`${way.name}: ${uri} can be read`, read.code === 0 && uris.includes(uri), read.printed);
  }
}

async function getJson(url) {
  const response = await fetch(url);
  const body = await response.text();
  if (!response.ok) {
    throw new Error(`GET ${url} answered ${response.status}\n${body}`);
  }
  return JSON.parse(body);
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
