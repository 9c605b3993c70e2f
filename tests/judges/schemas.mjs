// Judges every published schema with Ajv in strict mode, as most clients compile it, and answers against theirs.

import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

import { inspect, stdio } from "./inspector.mjs";
import { products } from "./product.mjs";
import { Verdict } from "./verdict.mjs";

/** The formats JSON Schema itself defines, as far as Ajv's own package knows them. */
const STANDARD = [
  "date-time", "date", "time", "duration", "email", "hostname", "ipv4", "ipv6", "uri", "uri-reference", "uri-template",
  "uuid", "json-pointer", "relative-json-pointer", "regex",
];

/** The names of Rust's number types, which a canonical schema may carry and an MCP tool's may not. */
const NUMERIC = [
  "int", "int8", "int16", "int32", "int64", "int128", "uint", "uint8", "uint16", "uint32", "uint64", "uint128",
  "float", "double",
];

const verdict = new Verdict();

verdict.check("a planted unknown keyword is found", compile(compiler([]), { tpye: "string" }).faults !== "");
verdict.check("a planted numeric format is found", compile(compiler([]), { type: "integer", format: "uint" }).faults !== "");
for (const product of products()) {
  await verdict.group(`${product.name} is judged to the end`, () => judge(product));
}
verdict.close();

async function judge(product) {
  const list = await product.json("capabilities", "list", "--format", "json");
  const ids = capabilityIds(list);
  verdict.check(`${product.name}: it lists capabilities`, ids.length > 0);
  for (const id of ids) {
    await verdict.group(`${product.name}: ${id} is described`, async () => {
      const described = await product.json("capabilities", "describe", id, "--format", "json");
      const output = judgeSchema(`${product.name}: ${id} output`, described.output.schema, NUMERIC);
      judgeSchema(`${product.name}: ${id} input`, described.input.schema, NUMERIC);
      const answer = { "capabilities.list": list, "capabilities.describe": described }[id];
      if (answer !== undefined && output !== undefined) {
        verdict.check(`${product.name}: the answer of ${id} holds to its schema`, output(answer), JSON.stringify(output.errors));
      }
    });
  }
  const { result, printed } = await inspect(stdio(product, "legacy"), "tools/list");
  const tools = result?.tools ?? [];
  verdict.check(`${product.name}: it has tools`, tools.length > 0, printed);
  for (const tool of tools) {
    judgeSchema(`${product.name}: tool ${tool.name} input`, tool.inputSchema, []);
    if (tool.outputSchema !== undefined) {
      judgeSchema(`${product.name}: tool ${tool.name} output`, tool.outputSchema, []);
    }
  }
}

/** Every `id` of the list's items, whatever the member that holds them is called. */
function capabilityIds(list) {
  const items = Array.isArray(list) ? list : Object.values(list).find(Array.isArray);
  return (items ?? []).map((item) => item.id);
}

function judgeSchema(what, schema, formats) {
  const { validate, faults } = compile(compiler(formats), schema);
  verdict.check(`${what} compiles without a warning`, faults === "", `${faults}\n${JSON.stringify(schema)}`);
  return validate;
}

/** A compiler of its own for each schema, so that two schemas with one `$id` do not meet. */
function compiler(numericFormats) {
  const warnings = [];
  const note = (...words) => warnings.push(words.join(" "));
  const ajv = new Ajv2020({ strict: true, allErrors: true, logger: { log: note, warn: note, error: note } });
  addFormats(ajv, STANDARD);
  for (const format of numericFormats) {
    ajv.addFormat(format, true);
  }
  return { ajv, warnings };
}

function compile({ ajv, warnings }, schema) {
  let validate;
  try {
    validate = ajv.compile(schema);
  } catch (error) {
    warnings.push(error.message);
  }
  return { validate, faults: warnings.join("\n") };
}
