// Checks the configuration; the only entry point. Takes files, returns a compiled model or all problems.

import { checkTitlesApart } from '#config/compile/pages/check-distinct-titles.ts'
import { checkWholeModel } from '#config/lint/check-whole-model.ts'
import { checkForms } from '#config/lint/forms/check-forms.ts'
import { checkOrderBounds } from '#config/lint/forms/check-order-bounds.ts'
import { checkTransitionButtons } from '#config/lint/lifecycles/check-transition-buttons.ts'
import { checkMigrationTargets } from '#config/lint/pages/check-migration-targets.ts'
import { checkApprovals } from '#config/lint/roles/check-approvals.ts'
import { checkRegistrationPages } from '#config/lint/roles/check-registration-pages.ts'
import { checkDemoAnswers } from '#config/lint/samples/check-demo-answers.ts'
import { checkSampleIds } from '#config/lint/samples/check-sample-ids.ts'
import { checkSampleLinks } from '#config/lint/samples/check-sample-links.ts'
import { checkSamples } from '#config/lint/samples/check-samples.ts'
import { checkUniqueSamples } from '#config/lint/samples/check-unique-samples.ts'
import { checkIconNames } from '#config/lint/site/check-icon-names.ts'
import { checkSafety } from '#config/lint/site/check-safety.ts'
import { checkUnused } from '#config/lint/site/check-unused.ts'
import { checkWidgetSchemas } from '#config/lint/site/check-widget-schemas.ts'
import { checkMentionedNames } from '#config/lint/texts/check-mentioned-names.ts'
import { checkRepeatedTexts } from '#config/lint/texts/check-repeated-texts.ts'
import { checkUnfilledPlaceholders } from '#config/lint/texts/check-unfilled-placeholders.ts'
import { checkWords } from '#config/lint/texts/check-words.ts'
import { Context, type Files } from '#config/load/context.ts'
import { type Document, parseDocument } from '#config/load/document.ts'
import type { Problem } from '#config/load/problem.ts'
import { readFolder } from '#config/load/read-folder.ts'
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
  | { readonly ok: true; readonly model: Model; readonly warnings: readonly Problem[] }
  | { readonly ok: false; readonly problems: readonly Problem[] }

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
  checkSafety(context)
  checkIconNames(context)
  context.keep(validDocuments)
  checkWidgetSchemas(context)
  const model = compileModel(context, validDocuments)
  checkRegistrationPages(context, model.operations)
  checkMigrationTargets(context, model)
  checkRepeatedTexts(context)
  checkTitlesApart(context)
  checkForms(context, model)
  checkOrderBounds(context, model)
  checkSamples(context, model)
  checkUniqueSamples(context, model)
  checkSampleLinks(context, model)
  checkDemoAnswers(context, model)
  checkSampleIds(context, model)
  checkWords(context)
  checkMentionedNames(context)
  const isBroken = () => context.problems.some((problem) => problem.severity === 'error')
  // In an incomplete model it is unknown which placeholders are filled in.
  if (!isBroken()) checkUnfilledPlaceholders(context)
  if (!isBroken()) checkWholeModel(context, model)
  if (!isBroken()) checkApprovals(context, model)
  const broken = isBroken()
  if (!broken) {
    checkUnused(context)
    checkTransitionButtons(context, model.contentTypes, model.pages)
  }
  const problems = inOrder(withoutDuplicates(context.causes))
  if (broken) return { ok: false, problems }
  return { ok: true, model: Object.freeze(hashed(freeze(model))), warnings: problems }
}

/**
 * Reads and checks the configuration folders under `root`: `schemas`, `pages-config` and `zones-config`. Returns
 * the model or the problems, as `checkConfiguration` does.
 *
 * @example
 * const result = await loadConfiguration('.')
 * if (!result.ok) console.error(toHuman(result.problems))
 */
export async function loadConfiguration(root: string): Promise<LoadResult> {
  return checkConfiguration(readFolder(root))
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

function freeze<T>(value: T): T {
  if (value !== null && typeof value === 'object' && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const child of Object.values(value)) freeze(child)
  }
  return value
}
