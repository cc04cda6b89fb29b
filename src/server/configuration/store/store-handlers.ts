// Handles the calls with which operators change the configuration: files, drafts, publication, revisions, conflicts.
import { sql } from 'kysely'
import { mergeText } from '#config/load/layer/apply-layer.ts'
import { toPointer } from '#config/load/layer/json-path.ts'
import type { PortalFiles } from '#config/load/read-folder.ts'
import { formSchemas } from '#config/tools/form-schemas.ts'
import { type ConfigurationSource, NOTHING_PUBLISHED } from '#server/configuration/configuration-source.ts'
import type { Call, Handlers } from '#server/platform/call.ts'
import { bodyOf } from '#server/platform/calls/body-of.ts'
import { readPage } from '#server/platform/calls/read-page.ts'
import { readPaging, readText, requireText } from '#server/platform/calls/read-parameter.ts'
import { requireSignedIn } from '#server/platform/operations/require-signed-in.ts'
import { type Paged, toPaged } from '#shared/calls/envelope.ts'
import { Failure } from '#shared/calls/errors.ts'
import type { Model } from '#shared/model/model.ts'
import { perModel } from '#shared/model/per-model.ts'
import {
  type Draft,
  loadDrafts,
  MAX_DRAFTS,
  mergeDraft,
  removeDrafts,
  type Served,
  servedText,
  tidyText,
  toServed,
  withDrafts,
  withTexts,
} from './drafts.ts'
import {
  EDITABLE_KINDS,
  type EditableFile,
  fileTitle,
  kindTitle,
  mayEdit,
  mayRead,
  requireEditable,
  requireReadable,
  toEditable,
  toFileId,
} from './editable-files.ts'
import { toConflict, toText } from './findings.ts'
import { findImpact } from './impact.ts'
import { keepPreview } from './previews.ts'
import {
  checkLayer,
  findRevisionChanges,
  loadServed,
  publish,
  type RevisionChange,
  tryRecords,
} from './publish.ts'
import { loadPublished, toLayer } from './published.ts'

/** The calls `configuration.…`. */
export const buildConfigurationHandlers = (source: ConfigurationSource): Handlers => ({
  'configuration.files': (call) => listFiles(call, source),
  'configuration.info': (call) => readFile(call, source),
  'configuration.schema': (call) => readSchema(call, source),
  'configuration.state': (call) => readState(call, source),
  'configuration.save': (call) => saveDraft(call, source),
  'configuration.discard': discardDraft,
  'configuration.check': (call) => checkDrafts(call, source),
  'configuration.publish': (call) => publishDrafts(call, source),
  'configuration.revisions': (call) => listRevisions(call),
  'configuration.revision': (call) => readRevision(call),
  'configuration.restore': (call) => restoreRevision(call, source),
  'configuration.conflicts': (call) => listConflicts(call, source),
  'configuration.decide': (call) => decideConflicts(call, source),
})

/** `added`, `changed`, `removed`: by publications, against the files of the folders. */
function stateOf(served: Served, path: string): string {
  const [file, text] = [served.base.get(path) ?? null, servedText(served, path)]
  if (file === text) return 'unchanged'
  return file === null ? 'added' : text === null ? 'removed' : 'changed'
}

function describeFile(served: Served, file: EditableFile, draft: Draft | undefined) {
  const { id, path, kind } = file
  const text = servedText(served, path) ?? draft?.text ?? served.base.get(path) ?? null
  return {
    id,
    path,
    kind,
    kindTitle: kindTitle(served.base, file),
    title: kind === 'menu' ? kindTitle(served.base, file) : fileTitle(path, text),
    state: stateOf(served, path),
    conflicts: served.conflicts.filter((conflict) => conflict.file === path).length,
    draftedAt: draft?.savedAt.toISOString() ?? null,
    isStale: draft !== undefined && draft.base !== servedText(served, path),
  }
}

async function listFiles(call: Call, source: ConfigurationSource): Promise<Paged<unknown>> {
  const { services, caller, params } = call
  const served = await loadServed(source, services)
  const drafts = new Map(
    (await loadDrafts(services.db, requireSignedIn(caller).id)).map((draft) => [draft.path, draft]),
  )
  const [kind, keyWord, state] = ['kind', 'keyWord', 'state'].map((name) => readText(params, name))
  const paths = [...new Set([...served.files.keys(), ...served.base.keys(), ...drafts.keys()])].sort()
  const files = paths
    .flatMap((path) => toEditable(path) ?? [])
    .filter((file) => mayRead(caller, file.kind) && (kind === undefined || file.kind === kind))
    .sort((a, b) => EDITABLE_KINDS.indexOf(a.kind) - EDITABLE_KINDS.indexOf(b.kind))
    .map((file) => describeFile(served, file, drafts.get(file.path)))
    .filter(({ path, title }) => keyWord === undefined || path.includes(keyWord) || title.includes(keyWord))
    .filter((file) => state === undefined || (state === 'drafted' ? file.draftedAt : file.state === state))
  const paging = readPaging(params)
  const start = (paging.page - 1) * paging.limit
  return toPaged(files.slice(start, start + paging.limit), files.length, paging)
}

async function readFile(call: Call, source: ConfigurationSource): Promise<unknown> {
  const { services, caller, params } = call
  const file = requireReadable(caller, requireText(params, 'id'))
  const served = await loadServed(source, services)
  const [draft] = await loadDrafts(services.db, requireSignedIn(caller).id, [file.path])
  const [base, published] = [served.base.get(file.path) ?? null, servedText(served, file.path)]
  if (base === null && published === null && !draft)
    throw new Failure('NOT_FOUND', { message: '没有这个配置文件' })
  return {
    ...describeFile(served, file, draft),
    mayEdit: mayEdit(caller, file.kind),
    revision: served.published.revision,
    base,
    published,
    draft: draft ? { text: draft.text, base: draft.base, isDeleted: draft.text === null } : null,
    // What the author has to decide before it can be published.
    draftConflicts: draft ? mergeDraft(served, draft).conflicts.map(toConflict) : [],
  }
}

const schemasOf = perModel((model: Model) => perModel((files: PortalFiles) => formSchemas(model, files)))

async function readSchema({ services, caller }: Call, source: ConfigurationSource): Promise<unknown> {
  if (!EDITABLE_KINDS.some((kind) => mayRead(caller, kind))) throw new Failure('FORBIDDEN')
  const { files } = await loadServed(source, services)
  return schemasOf(services.model())(files)
}

async function readState({ services, caller }: Call, source: ConfigurationSource): Promise<unknown> {
  const served = await loadServed(source, services)
  const drafts = await loadDrafts(services.db, requireSignedIn(caller).id)
  return {
    revision: served.published.revision,
    servedRevision: source.published.revision,
    problems: source.problems.map(({ file, line, message }) => ({ path: file, line, message })),
    conflicts: served.conflicts.length,
    drafts: drafts.length,
    kinds: EDITABLE_KINDS.filter((kind) => mayEdit(caller, kind)),
  }
}

/** A text that is no JSON is kept too: its author goes on writing. */
async function saveDraft(call: Call, source: ConfigurationSource): Promise<unknown> {
  const { services, caller } = call
  const {
    id,
    text: written = null,
    isDeleted = false,
    isRebased = false,
  } = bodyOf<'configuration.save'>(call)
  const { path } = requireEditable(caller, id)
  const accountId = requireSignedIn(caller).id
  if (written === null && !isDeleted)
    throw new Failure('BAD_INPUT', { errors: [{ path: '/text', message: '请填写文件的内容' }] })
  const served = await loadServed(source, services)
  const published = servedText(served, path)
  const text = isDeleted || written === null ? null : tidyText(published, written)
  const drafts = await loadDrafts(services.db, accountId)
  const earlier = drafts.find((draft) => draft.path === path)
  if (!earlier && drafts.length >= MAX_DRAFTS)
    throw new Failure('WRONG_STATE', { message: `最多 ${MAX_DRAFTS} 份草稿，请先发布或放弃一些` })
  const base = earlier && !isRebased ? earlier.base : published
  const draft = { path, base, text, savedAt: services.clock() }
  await services.db
    .insertInto('configurationDraft')
    .values({ ...draft, accountId })
    .onConflict((conflict) =>
      conflict.columns(['accountId', 'path']).doUpdateSet({ base, text, savedAt: draft.savedAt }),
    )
    .execute()
  const next = withDrafts(served, [...drafts.filter((one) => one !== earlier), draft])
  const { findings, model } = await checkLayer(source, next)
  const { db, clock } = services
  if (model) await keepPreview(db, { hash: model.hash, layer: next.layer, now: clock() })
  return {
    ...(model ? { preview: model.hash } : {}),
    id: toFileId(path),
    text,
    draftedAt: draft.savedAt.toISOString(),
    isValid: model !== undefined,
    findings,
    conflicts: next.conflicts.map(toConflict),
  }
}

async function discardDraft(call: Call): Promise<unknown> {
  const { id } = bodyOf<'configuration.discard'>(call)
  const { path } = requireEditable(call.caller, id)
  await removeDrafts(call.services.db, requireSignedIn(call.caller).id, [path])
  return { id }
}

/** Those that are named, else all of the caller. */
const findDrafts = ({ services, caller }: Call, ids: readonly string[] | null): Promise<Draft[]> =>
  loadDrafts(
    services.db,
    requireSignedIn(caller).id,
    ids?.map((id) => requireEditable(caller, id).path),
  )

async function checkDrafts(call: Call, source: ConfigurationSource): Promise<unknown> {
  const { services } = call
  const { ids = null } = bodyOf<'configuration.check'>(call)
  const drafts = await findDrafts(call, ids)
  const served = await loadServed(source, services)
  const next = withDrafts(served, drafts)
  const candidate = await checkLayer(source, next)
  const records = await tryRecords(services, source, candidate)
  const { model } = candidate
  return {
    revision: served.published.revision,
    isValid: model !== undefined && records.findings.length === 0 && next.conflicts.length === 0,
    files: next.paths.map(toFileId),
    changes: findRevisionChanges(served.published.layer, next.layer).map(toChange),
    findings: [...candidate.findings, ...records.findings],
    plans: records.plans,
    conflicts: next.conflicts.map(toConflict),
    impact: model ? await findImpact(services.db, services.model(), model) : { pages: [], types: [] },
  }
}

async function publishDrafts(call: Call, source: ConfigurationSource): Promise<unknown> {
  const { ids = null, words } = bodyOf<'configuration.publish'>(call)
  const drafts = await findDrafts(call, ids)
  return publish(call, source, {
    action: 'configuration.publish',
    words,
    drafts: drafts.map(({ path }) => path),
    build: (served) => withDrafts(served, drafts),
  })
}

const REVISION = sql`revision.no, revision.parent, revision.words, revision.at, account.name as author`
const FROM_REVISIONS = sql`from configuration_revision revision left join account on account.id = revision.author`

interface RevisionRow {
  readonly no: number
  readonly parent: number | null
  readonly words: string
  readonly at: Date
  readonly author: string | null
}

const toRevision = ({ no, ...row }: RevisionRow, latest: number) => ({
  id: String(no),
  no,
  ...row,
  isServed: no === latest,
})

async function listRevisions(call: Call): Promise<Paged<unknown>> {
  const { revision } = await loadPublished(call.services.db)
  return readPage<RevisionRow, unknown>(
    call,
    { columns: REVISION, from: FROM_REVISIONS, order: sql`revision.no desc` },
    (row) => toRevision(row, revision),
  )
}

async function readRevision({ services: { db }, params }: Call): Promise<unknown> {
  const no = requireNumber(requireText(params, 'id'))
  const { rows } =
    await sql<RevisionRow>`select ${REVISION} ${FROM_REVISIONS} where revision.no = ${no}`.execute(db)
  const [row] = rows
  if (!row) throw new Failure('NOT_FOUND', { message: '没有这一版配置' })
  const { revision } = await loadPublished(db)
  const changes = findRevisionChanges(await loadLayer({ db }, row.parent ?? 0), await loadLayer({ db }, no))
  return {
    ...toRevision(row, revision),
    changes: changes.map(toChange),
  }
}

const toChange = ({ file, path, before, after }: RevisionChange) => ({
  id: toFileId(file),
  path: file,
  pointer: toPointer(path),
  before: toText(before),
  after: toText(after),
})

function requireNumber(id: string): number {
  const no = Number(id)
  if (!Number.isSafeInteger(no) || no < 0 || no > 2_147_483_647)
    throw new Failure('NOT_FOUND', { message: '没有这一版配置' })
  return no
}

/** Of revision 0, which is nothing over the files, too. */
async function loadLayer({ db }: Pick<Call['services'], 'db'>, no: number) {
  if (no === NOTHING_PUBLISHED.revision) return NOTHING_PUBLISHED.layer
  const row = await db
    .selectFrom('configurationRevision')
    .select('layer')
    .where('no', '=', no)
    .executeTakeFirst()
  if (!row) throw new Failure('NOT_FOUND', { message: '没有这一版配置' })
  return toLayer(db, row.layer)
}

/** What was deployed since then stays. */
async function restoreRevision(call: Call, source: ConfigurationSource): Promise<unknown> {
  const { id, reason: words } = bodyOf<'configuration.restore'>(call)
  const layer = await loadLayer(call.services, requireNumber(id))
  return publish(call, source, {
    action: 'configuration.restore',
    words,
    isDecision: true,
    build: (served) => {
      const then = toServed(served.base, { revision: 0, layer })
      const all = new Set([...Object.keys(layer), ...Object.keys(served.published.layer)])
      const paths = [...all].filter((path) => servedText(then, path) !== servedText(served, path))
      if (paths.length === 0)
        throw new Failure('WRONG_STATE', { message: '现在的配置与这一版相同，无须恢复' })
      return { layer, paths, conflicts: [] }
    },
  })
}

async function listConflicts({ services, caller }: Call, source: ConfigurationSource): Promise<unknown> {
  const { conflicts } = await loadServed(source, services)
  const list = conflicts
    .filter(({ file }) => {
      const editable = toEditable(file)
      return editable && mayRead(caller, editable.kind)
    })
    .map(toConflict)
  return { list }
}

/** All conflicts of a file at once: what is not named in `choices` stays as it was published. */
async function decideConflicts(call: Call, source: ConfigurationSource): Promise<unknown> {
  const { id, choices, words } = bodyOf<'configuration.decide'>(call)
  const { path } = requireEditable(call.caller, id)
  const sides = new Map(choices.map(({ pointer, take }) => [pointer, take]))
  return publish(call, source, {
    action: 'configuration.decide',
    words,
    isDecision: true,
    build: (served) => {
      const entry = served.published.layer[path]
      const open = served.conflicts.filter(({ file }) => file === path).map(({ path }) => toPointer(path))
      if (!entry || open.length === 0) throw new Failure('WRONG_STATE', { message: '这个文件没有不一致之处' })
      const unknown = [...sides.keys()].find((pointer) => !open.includes(pointer))
      if (unknown !== undefined || open.some((pointer) => !sides.has(pointer)))
        throw new Failure('BAD_INPUT', {
          errors: [{ path: '/choices', message: '请对每一处不一致选择保留哪一方' }],
        })
      const file = served.base.get(path) ?? null
      const { text } = mergeText(path, file, entry, (at) =>
        sides.get(toPointer(at)) === 'files' ? 'theirs' : 'ours',
      )
      return withTexts(served, new Map([[path, text]]))
    },
  })
}
