// Checks the configuration; the only entry point. Takes files, returns a compiled model or all problems.

import { expandLifecycles } from '#config/compile/lifecycles/expand-lifecycles.ts'
import { RULES } from '#config/lint/rules.ts'
import { readFiles, runRules } from '#config/lint/visit.ts'
import { Context, type Files } from '#config/load/context.ts'
import { type Document, parseDocument } from '#config/load/document.ts'
import { applyLayer, type Layer, NO_LAYER } from '#config/load/layer/apply-layer.ts'
import type { Problem } from '#config/load/problem.ts'
import { readFolder } from '#config/load/read-folder.ts'
import type { Silenced } from '#config/load/silenced.ts'
import { checkShapes } from '#config/load/validate-shapes.ts'
import type { Model } from '#shared/model/model.ts'
import { compileModel, hashed } from './compile-model.ts'
import { inOrder } from './problem-order.ts'

/**
 * The result of a check: the model with its warnings, or all problems, errors and warnings, if the files contain an
 * error.
 *
 * @example
 * const hashOf = (result: LoadResult) => (result.ok ? result.model.hash : null)
 */
export type LoadResult =
  | {
      readonly ok: true
      readonly model: Model
      readonly warnings: readonly Problem[]
      /** The findings that files silence by `$allow`. */
      readonly silenced: readonly Silenced[]
    }
  | {
      readonly ok: false
      readonly problems: readonly Problem[]
      readonly silenced: readonly Silenced[]
    }

/** By path the latest document, and the one before: what is changed is often changed back. */
const cache = new Map<string, readonly Document[]>()

/** A file whose text did not change is not parsed again, and its shape not validated again. */
function parseCached(path: string, text: string): Document {
  const [latest, before] = cache.get(path) ?? []
  if (latest?.text === text) return latest
  const document = before?.text === text ? before : parseDocument(path, text)
  cache.set(path, latest ? [document, latest] : [document])
  return document
}

/**
 * Checks and compiles a set of configuration files: a map of their texts by path. Returns the frozen model with its
 * warnings, or all problems if there is an error; never throws because of the content of the files.
 *
 * Without `parse`, parsed files are cached for the next check. Callers that check only once pass `parseDocument`, which
 * caches nothing.
 *
 * @example
 * const result = checkConfiguration(new Map([['pages-config/site.json', '{ "name": ']]), parseDocument)
 * result.ok // → false
 */
export function checkConfiguration(files: Files, parse: typeof parseDocument = parseCached): LoadResult {
  const context = new Context(files, parse)
  const validDocuments = checkShapes(context)
  const read = readFiles(context)
  context.keep(validDocuments)
  const model = compileModel(context, expandLifecycles(context, validDocuments))
  runRules(context, model, read, RULES)
  const silenced = context.silenced.list()
  const problems = inOrder(withoutDuplicates(context.causes))
  if (problems.some(({ severity }) => severity === 'error')) return { ok: false, problems, silenced }
  return { ok: true, model: Object.freeze(hashed(freeze(model))), warnings: problems, silenced }
}

/**
 * Reads and checks the configuration folders under `root`: `schemas`, `pages-config` and `zones-config`, with the
 * published changes of `layer` over them. Returns the model or the problems, as `checkConfiguration` does.
 *
 * @example
 * const result = await loadConfiguration('.')
 * if (!result.ok) console.error(toHuman(result.problems))
 */
export async function loadConfiguration(root: string, layer: Layer = NO_LAYER): Promise<LoadResult> {
  return checkConfiguration(applyLayer(readFolder(root), layer).files)
}

/** Removes problems that were found twice. */
function withoutDuplicates(problems: readonly Problem[]): Problem[] {
  const seen = new Set<string>()
  return problems.filter((problem) => {
    const key = `${problem.file}:${problem.line}:${problem.column}:${problem.slug}:${problem.message}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** Everything in the model too; what an earlier check froze, as values of parsed files, is passed over. */
function freeze<T>(value: T): T {
  if (value === null || typeof value !== 'object' || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const key in value) freeze(value[key])
  return value
}
