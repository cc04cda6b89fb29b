// Publishes a revision: checks it as a start would, then stores it, the audit entry and the accepted model together.
import { applyLayer, type Layer, mergeText } from '#config/load/layer/apply-layer.ts'
import { readJson } from '#config/load/layer/format-like.ts'
import { findJsonChanges, isSame, type JsonChange, toPointer } from '#config/load/layer/json-path.ts'
import type { Problem } from '#config/load/problem.ts'
import type { PortalFiles } from '#config/load/read-folder.ts'
import { type CheckedFiles, checkFiles } from '#server/configuration/check-files.ts'
import type { ConfigurationSource } from '#server/configuration/configuration-source.ts'
import { planLines } from '#server/configuration/migration/describe-problem.ts'
import { acceptModel, runMigrationGuard } from '#server/configuration/migration/migration-guard.ts'
import { type AuditedCall, auditAccountAction } from '#server/platform/audit/audit-account-action.ts'
import type { Services } from '#server/platform/call.ts'
import { requireMeaningfulText } from '#server/platform/operations/require-reason.ts'
import { tidyPlainText } from '#server/platform/validation/sanitise.ts'
import { Failure } from '#shared/calls/errors.ts'
import type { Model } from '#shared/model/model.ts'
import { type DraftedLayer, removeDrafts, requireDecided, type Served, toServed } from './drafts.ts'
import { requireEditable, toFileId } from './editable-files.ts'
import { type Finding, toConflict, toFinding, toText } from './findings.ts'
import { insertRevision, loadPublished, loadRevisionNumber } from './published.ts'

/** Attempts while others publish at the same moment. */
const MAX_ATTEMPTS = 3
/** Differences in an audit entry; the revision has all. */
const MAX_AUDITED = 50
const MAX_AUDITED_LENGTH = 200

export interface Candidate {
  readonly files: PortalFiles
  /** Undefined where there are errors. */
  readonly model: Model | undefined
  /** Errors anywhere, and warnings in the files that change. */
  readonly findings: readonly Finding[]
}

/** Checks what would be served with that layer; the stored records are not asked. */
export async function checkLayer(
  source: ConfigurationSource,
  { layer, paths }: Pick<DraftedLayer, 'layer' | 'paths'>,
): Promise<Candidate> {
  const { files } = applyLayer(source.files, layer)
  const result = await checkFiles(files)
  const problems = result.ok ? await source.findGuardProblems(result.model) : []
  const findings = [...problemsOf(result), ...problems]
    .filter(({ severity, file }) => severity === 'error' || paths.includes(file))
    .map((problem) => toFinding(files, problem))
  const isServed = result.ok && problems.length === 0
  return { files, findings, model: isServed ? result.model : undefined }
}

const problemsOf = (result: CheckedFiles): readonly Problem[] =>
  result.ok ? result.warnings : result.problems

/** What the guard of the stored records says of a candidate. */
interface TriedRecords {
  readonly findings: readonly Finding[]
  /** What its migrations would do, a line for each step. */
  readonly plans: readonly string[]
}

/** Tries the guard of the stored records; everything it does is rolled back. */
export async function tryRecords(
  services: Services,
  source: ConfigurationSource,
  { files, model }: Candidate,
): Promise<TriedRecords> {
  if (!model) return { findings: [], plans: [] }
  const options = {
    root: source.root,
    read: (path: string) => files.get(path),
    isTrial: true,
    isConfirmed: true,
  }
  const { problems, runs } = await runMigrationGuard(services, model, options)
  return { findings: problems.map((problem) => toFinding(files, problem)), plans: runs.flatMap(planLines) }
}

export const refuseFindings = (findings: readonly Finding[]): Failure =>
  new Failure('BAD_INPUT', {
    message: `配置有误，没有发布：${findings.find(({ severity }) => severity === 'error')?.message ?? ''}`,
    data: { findings },
  })

export const loadServed = async (source: ConfigurationSource, { db }: Pick<Services, 'db'>) =>
  toServed(source.files, await loadPublished(db))

/** Somebody else has published meanwhile. */
class Overtaken extends Error {}

export interface Publication {
  /** The operation, as the audit log calls it. */
  readonly action: string
  readonly words: string
  /** The layer over what is served at the moment. */
  readonly build: (served: Served) => DraftedLayer | Promise<DraftedLayer>
  /** True where it says itself what becomes of undecided conflicts. */
  readonly isDecision?: boolean
  /** Paths of the caller's drafts that are published by it. */
  readonly drafts?: readonly string[]
  /** True for who has the folder of the portal and its database. */
  readonly isCommand?: boolean
  /** Writes what is published with it, in its transaction. */
  readonly along?: (db: Services['db'], revision: number) => Promise<void>
}

/** Answers the number of the new revision, and whether this process serves it. */
export async function publish(
  call: AuditedCall,
  source: ConfigurationSource,
  { words: written, ...publication }: Publication,
): Promise<{ revision: number; isServed: boolean; files: string[] }> {
  const words = tidyPlainText(written)
  requireMeaningfulText('说明', words, '/words')
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await publishOnce(call, source, { ...publication, words })
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error
      if (attempt === MAX_ATTEMPTS)
        throw new Failure('STALE_REVISION', { message: '其他人正在发布配置，请稍后再试' })
    }
  }
}

async function publishOnce(
  call: AuditedCall,
  source: ConfigurationSource,
  { action, words, build, isDecision = false, drafts = [], isCommand = false, along }: Publication,
): Promise<{ revision: number; isServed: boolean; files: string[] }> {
  const { services, caller } = call
  const served = await loadServed(source, services)
  const next = await build(served)
  const { layer, paths, conflicts } = next
  if (!isCommand) for (const path of paths) requireEditable(caller, toFileId(path))
  if (!isDecision) requireDecided(served, paths)
  if (conflicts.length > 0)
    throw new Failure('STALE_REVISION', {
      message: '您修改之后，别人发布了相同之处的另一种修改，请核对后再发布',
      data: { conflicts: conflicts.map(toConflict) },
    })
  if (paths.length === 0 && (!isDecision || isSame(layer, served.published.layer)))
    throw new Failure('WRONG_STATE', { message: '没有可以发布的修改' })
  const candidate = await checkLayer(source, next)
  const { model, files } = candidate
  if (!model) throw refuseFindings(candidate.findings)
  const parent = served.published.revision
  const { revision, topics } = await services.db.transaction().execute(async (db) => {
    // Who publishes has seen what the migrations do.
    const options = { root: source.root, read: (path: string) => files.get(path), isConfirmed: !isCommand }
    const accepted = await acceptModel({ ...services, db }, model, options)
    // Under the lock of the guard, which all who publish take.
    if ((await loadRevisionNumber(db)) !== parent) throw new Overtaken()
    if (accepted.problems.length > 0)
      throw refuseFindings(accepted.problems.map((problem) => toFinding(files, problem)))
    const at = services.clock()
    const revision = await insertRevision(db, { parent, author: caller?.id ?? null, words, at, layer })
    await removeDrafts(db, caller?.id ?? '', drafts)
    const detail = { revision: String(revision), words, ...auditedChanges(served.published.layer, layer) }
    await source.keep(model, layer)
    await auditAccountAction(call, { action, target: String(revision), detail }, db)
    await along?.(db, revision)
    return { revision, topics: accepted.topics }
  })
  for (const topic of topics) services.cache.changed(topic)
  if (!isCommand) await source.catchUp(revision)
  return { revision, isServed: source.published.revision >= revision, files: paths.map(toFileId) }
}

/** A difference between two revisions. */
export interface RevisionChange extends JsonChange {
  readonly file: string
}

/** What the later layer says otherwise than the earlier one; deployments between both are no part of it. */
export function findRevisionChanges(earlier: Layer, later: Layer): RevisionChange[] {
  return [...new Set([...Object.keys(earlier), ...Object.keys(later)])].sort().flatMap((file) => {
    const [before, after] = [earlier[file], later[file]]
    const base = after ? after.base : (before?.text ?? null)
    const former = before ? (after ? mergeText(file, base, before).text : before.text) : base
    const next = after ? after.text : (before?.base ?? null)
    return findJsonChanges(toValue(former), toValue(next)).map((change) => ({ ...change, file }))
  })
}

const toValue = (text: string | null): unknown => (text === null ? undefined : (readJson(text) ?? text))

const cut = (value: unknown) => {
  const text = toText(value)
  return text === null || text.length <= MAX_AUDITED_LENGTH ? text : `${text.slice(0, MAX_AUDITED_LENGTH)}…`
}

function auditedChanges(earlier: Layer, later: Layer) {
  const changes = findRevisionChanges(earlier, later)
  return {
    files: [...new Set(changes.map(({ file }) => file))],
    changes: changes.slice(0, MAX_AUDITED).map(({ file, path, before, after }) => ({
      field: `${file}#${toPointer(path)}`,
      old: cut(before),
      new: cut(after),
    })),
  }
}
