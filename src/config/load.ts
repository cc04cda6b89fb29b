// Owns the one door of the configuration: files in, a compiled model or all problems out.
import { freeze } from '../shared/freeze.ts'
import type { Model } from '../shared/model.ts'
import { inOrder } from './causes.ts'
import { type Compiled, compileModel, hashed } from './compile/model.ts'
import { filesBelowPages } from './compile/remember-ground.ts'
import { Context, type Files } from './context.ts'
import { type Document, parseDocument } from './document.ts'
import { onceSound } from './memory.ts'
import type { Problem } from './problem.ts'
import { readFolder } from './read-folder.ts'
import { checkApprovals } from './rules/approvals.ts'
import { checkDemoAnswers } from './rules/demo-answers.ts'
import { checkForms } from './rules/forms.ts'
import { checkMigrationTargets } from './rules/migration-targets.ts'
import { checkNamedThings } from './rules/named-things.ts'
import { checkNames } from './rules/names.ts'
import { checkOrderRoom } from './rules/order-room.ts'
import { checkRegisteredOnce } from './rules/registered-once.ts'
import { checkSafety } from './rules/safety.ts'
import { checkSaidTwice } from './rules/said-twice.ts'
import { checkSampleIds } from './rules/sample-ids.ts'
import { checkSampleLinks } from './rules/sample-links.ts'
import { checkSamples } from './rules/samples.ts'
import { warnUnseenSteps } from './rules/step-buttons.ts'
import { checkTitlesApart } from './rules/titles-apart.ts'
import { checkUnfilled } from './rules/unfilled.ts'
import { checkUniqueSamples } from './rules/unique-samples.ts'
import { warnUnused } from './rules/usage.ts'
import { checkWhole } from './rules/whole.ts'
import { checkWidgetOptions } from './rules/widget-options.ts'
import { checkWords } from './rules/words.ts'
import { checkShapes } from './shape.ts'

export type LoadResult =
  | { readonly ok: true; readonly model: Model; readonly warnings: readonly Problem[] }
  | { readonly ok: false; readonly problems: readonly Problem[] }

/** By path the latest document, and the one before: what is changed is often changed back. */
const cache = new Map<string, readonly Document[]>()

/** Parsing is the larger half of a check; a file whose text did not change is not parsed again. */
function parseCached(path: string, text: string): Document {
  const [latest, before] = cache.get(path) ?? []
  if (latest?.text === text) return latest
  const document = before?.text === text ? before : parseDocument(path, text)
  cache.set(path, latest ? [document, latest] : [document])
  return document
}

/**
 * Checks and compiles a set of files given by path. Never throws for what is written in them.
 * Whoever checks once only gives `parseDocument`, which remembers nothing.
 */
export function checkConfiguration(files: Files, parse: typeof parseDocument = parseCached): LoadResult {
  const context = new Context(files, parse)
  const sound = checkShapes(context)
  checkSafety(context)
  checkNames(context)
  context.keep(sound)
  checkWidgetOptions(context)
  const model = compileModel(context, sound)
  checkRegisteredOnce(context, model.operations)
  checkMigrationTargets(context, model)
  checkSaidTwice(context)
  checkTitlesApart(context)
  checkFormsAndSamples(context, model)
  checkSampleIds(context, model)
  checkWords(context)
  checkNamedThings(context)
  const isBroken = () => context.problems.some((problem) => problem.severity === 'error')
  // Of what was not compiled whole it is not known where it is filled in.
  if (!isBroken()) checkUnfilled(context)
  if (!isBroken()) checkWhole(context, model)
  if (!isBroken()) checkApprovals(context, model)
  const broken = isBroken()
  if (!broken) {
    warnUnused(context)
    warnUnseenSteps(context, model.contentTypes, model.pages)
  }
  const problems = inOrder(withoutTwins(context.causes))
  if (broken) return { ok: false, problems }
  return { ok: true, model: Object.freeze(hashed(freeze(model))), warnings: problems }
}

const onceSoundForms = onceSound()

/** What reads no page: a saved one leaves all of it as it was. */
function checkFormsAndSamples(context: Context, model: Compiled): void {
  const things = [
    ...filesBelowPages(context),
    ...model.contentTypes,
    ...model.forms,
    ...(context.attached ?? []),
  ]
  onceSoundForms(context, things, () => {
    checkForms(context, model)
    checkOrderRoom(context, model)
    checkSamples(context, model)
    checkUniqueSamples(context, model)
    checkSampleLinks(context, model)
    checkDemoAnswers(context, model)
  })
}

/** Reads and checks the configuration folders under `root`. */
export async function loadConfiguration(root: string): Promise<LoadResult> {
  return checkConfiguration(readFolder(root))
}

/** What is found on two ways is said once. */
function withoutTwins(problems: readonly Problem[]): Problem[] {
  const seen = new Set<string>()
  return problems.filter((problem) => {
    const key = `${problem.file}:${problem.line}:${problem.column}:${problem.slug}:${problem.message}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
