// Generates the pages with which operators manage a content type: list, item, new and edit, from its fields.

import { consoleTransitions, moderators } from '#config/compile/api/operator-endpoints.ts'
import type { WrittenPageHead } from '#config/compile/links/compile-context.ts'
import type {
  WrittenDetailPage,
  WrittenFormPage,
  WrittenListPage,
  WrittenPage,
} from '#config/generated/written.ts'
import type { Context } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'
import { type Audience, GRANTS, isInAudience, type RoleModel, toRoleCaller } from '#shared/access/roles.ts'
import { releasePage } from '#shared/calls/configuration-preview.ts'
import { PIN_CALL } from '#shared/content/pins.ts'
import { isOpen, publicStates, reviewStates, type StateReceipt } from '#shared/lifecycles/lifecycle.ts'
import { PUBLISH_AT } from '#shared/lifecycles/schedule.ts'
import type { ContentType, Field, FieldType } from '#shared/model/content-model.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import { PAGE_KINDS } from './generated/page-kinds.ts'
import type { PlacedPage } from './page-kind.ts'

const LONG: ReadonlySet<FieldType> = new Set([
  'long-text',
  'rich-text',
  'object-list',
  'file-list',
  'image',
  'image-list',
])
const CHOSEN: ReadonlySet<FieldType> = new Set(['dict', 'dict-list', 'ref', 'region', 'boolean'])
const TIMES: ReadonlySet<FieldType> = new Set(['date', 'date-time'])
const MAX_FILTERS = 5
const SYSTEM_FILTERS = ['createdAt', 'updatedAt', 'publishedAt', 'ownerName']
/** The ends of the filters by time, which links may preset. */
const BOUNDS = Object.fromEntries(
  ['createdAt', 'updatedAt', 'publishedAt'].flatMap((name) =>
    ['From', 'To'].map((end) => [`${name}${end}`, { required: false }]),
  ),
)
const SYSTEM_COLUMNS = ['id', 'createdAt', 'publishedAt', 'likeCount', 'commentCount']
const SYSTEM_SORTS = ['updatedAt', 'createdAt', 'publishedAt', 'viewCount']
const ITEM = { id: '{item.id}' }
const ASKED = { id: { required: true } }

/** A generated page without address, title and access, which are alike for all kinds. */
type GeneratedPage<Page> = Omit<Page, 'path' | 'title' | 'access'>
type Own = GeneratedPage<WrittenListPage> | GeneratedPage<WrittenDetailPage> | GeneratedPage<WrittenFormPage>
type View = 'list' | 'item' | 'new' | 'edit'

export const operatorPage = (type: string, view: View) => `operator/${type}/${view}`

const isChange = (view: View) => view === 'new' || view === 'edit'

/** The verbs by which something is written in a form. */
const WRITTEN = ['add', 'update']

/**
 * Returns the type without the write operations that operators may not call: a page for them would refuse every
 * submission.
 */
export function asModerated(
  roles: readonly RoleModel[],
  type: ContentType,
  operations: ReadonlyMap<string, Pick<Operation, 'access'>>,
): ContentType {
  const moderatorCallers = roles
    .filter(({ grants }) => grants.includes(GRANTS.moderate))
    .map((role) => toRoleCaller(role))
  const isTheirs = (id: string) =>
    moderatorCallers.some((caller) => isInAudience(caller, operations.get(id)?.access ?? []))
  const kept = Object.entries(type.operations).filter(([verb, id]) => !WRITTEN.includes(verb) || isTheirs(id))
  return { ...type, operations: Object.fromEntries(kept) }
}

/** Written as a page file would be, below the page `home`; what is wrong in them is reported at the content type. */
export function buildOperatorPages(
  context: Pick<Context, 'roles' | 'of'>,
  type: ContentType,
  content: Document,
  readers: readonly Audience[],
  home: string,
  operations: ReadonlyMap<string, unknown>,
): PlacedPage[] {
  const { roles } = context
  const own = type.fields.filter((field) => !field.system)
  const { editors = [], correctors = [] } = type.lifecycle
  const writers = (view: View) =>
    (view === 'edit' ? [...editors, ...correctors] : editors).filter(
      (one) => readers.includes(one) && !moderators({ roles }).includes(one),
    )
  const parent = operatorPage(type.name, 'list')
  const place = (view: View, title: string, page: Own): PlacedPage => {
    const address = view === 'list' ? `/console/${type.name}` : `/console/${type.name}/${view}`
    const written: WrittenPage = {
      path: address,
      title,
      access: isChange(view) ? [...moderators({ roles }), ...writers(view)] : readers,
      ...page,
    }
    const bounds = view === 'list' ? BOUNDS : {}
    const head: WrittenPageHead = {
      id: operatorPage(type.name, view),
      kind: written.kind,
      path: address,
      title,
      access: [written.access ?? 'anyone'].flat(),
      params: { ...PAGE_KINDS[written.kind].head?.(written).params, ...written.params, ...bounds },
      parent: view === 'list' ? home : parent,
    }
    const document: Document<WrittenPage> = { ...content, value: written, isMade: true }
    return { document, path: [], value: head }
  }
  return [
    place('list', `${type.title}管理`, listPage(roles, type, own)),
    place('item', `${type.title}审阅`, itemPage(roles, type, own, operations, auditAction(context))),
    ...(type.operations.add ? [place('new', `新增${type.title}`, newPage(type))] : []),
    ...(type.operations.update ? [place('edit', `编辑${type.title}`, editPage(type))] : []),
  ]
}

/** Those for which nothing has to be filled in. */
function findBulkActions(roles: readonly RoleModel[], type: ContentType): WrittenListPage['bulkActions'] {
  if (!type.operations.bulk) return []
  const steps = findConsoleActions(roles, type).filter(
    (verb) =>
      type.operations[verb] &&
      type.lifecycle.transitions.some(({ action, form }) => action === verb && form === undefined),
  )
  return steps.map((transition) => ({ do: 'steps', transition }))
}

/** The verbs of those who work in the console. */
function findConsoleActions(roles: readonly RoleModel[], { lifecycle }: ContentType): readonly string[] {
  return [...new Set(consoleTransitions({ roles }, lifecycle).map(({ action }) => action))]
}

function listPage(
  roles: readonly RoleModel[],
  type: ContentType,
  own: readonly Field[],
): GeneratedPage<WrittenListPage> {
  const chosen = own.filter((field) => field.filter && !field.visible && CHOSEN.has(field.type))
  const times = own.some(({ name }) => name === PUBLISH_AT) ? [PUBLISH_AT] : []
  const sortable = own.filter(({ sort, visible }) => sort && !visible)
  const columns = [type.heading, ...chosen.slice(0, 2 - times.length).map(({ name }) => name)]
  const shown = [...new Set([...columns, 'status', ...times, 'ownerName', 'updatedAt', 'viewCount'])]
  const readable = own.filter((field) => !LONG.has(field.type) && !field.visible)
  return {
    kind: 'list',
    source: `${type.name}.manage`,
    view: 'table',
    filters: [
      ...(own.some((field) => field.search) ? ['keyWord'] : []),
      { field: 'status', options: { only: Object.keys(type.lifecycle.states) } },
      ...chosen.slice(0, MAX_FILTERS).map(({ name }) => name),
      ...own
        .filter(({ filter, visible, type: kind }) => filter && !visible && TIMES.has(kind))
        .map(({ name }) => name),
      ...SYSTEM_FILTERS,
    ],
    columns: shown,
    optionalColumns: [...readable.map(({ name }) => name), ...SYSTEM_COLUMNS].filter(
      (name) => !shown.includes(name),
    ),
    sorts: [...new Set([...SYSTEM_SORTS, ...times, ...sortable.map(({ name }) => name)])],
    open: { page: operatorPage(type.name, 'item'), params: ITEM },
    bulkActions: findBulkActions(roles, type) ?? [],
    actions: [
      ...(type.operations.add
        ? [
            {
              do: 'open',
              page: operatorPage(type.name, 'new'),
              label: `新增${type.title}`,
              primary: true,
            } as const,
          ]
        : []),
      { do: 'export' },
    ],
  }
}

const AUDIT_CALL = 'audit.list'

/** Opens the audit log on what happened to the item, for those who may read the log. */
function auditAction(context: Pick<Context, 'of'>): NonNullable<WrittenDetailPage['actions']> {
  const [id, document] =
    [...context.of('page')].find(
      ([, { value }]) => (value as Partial<WrittenListPage>).source === AUDIT_CALL,
    ) ?? []
  const access = (document?.value as Partial<WrittenListPage> | undefined)?.access
  if (id === undefined || access === undefined) return []
  const params = { target: '{item.id}' }
  const when = { 'user.type': [access].flat() }
  return [{ do: 'open', page: id, params, label: '审计记录', when }]
}

function itemPage(
  roles: readonly RoleModel[],
  type: ContentType,
  own: readonly Field[],
  operations: ReadonlyMap<string, unknown>,
  audit: NonNullable<WrittenDetailPage['actions']>,
): GeneratedPage<WrittenDetailPage> {
  const named = (fields: readonly Field[]) => fields.map(({ name }) => name)
  const steps = findConsoleActions(roles, type)
  return {
    kind: 'detail',
    params: ASKED,
    source: { operation: `${type.name}.info`, params: { id: '{query.id}' } },
    ...(reviewStates(type.lifecycle).size > 0 ? { review: true } : {}),
    meta: ['status', 'ownerName', 'createdAt', 'updatedAt', 'revision', 'viewCount'],
    facts: named(own.filter((field) => !LONG.has(field.type) && field.name !== type.heading)),
    body: named(own.filter((field) => LONG.has(field.type))),
    actions: [
      ...(type.operations.update
        ? [
            {
              do: 'open',
              page: operatorPage(type.name, 'edit'),
              params: ITEM,
              label: '编辑',
              when: { 'item.editable': true },
            } as const,
          ]
        : []),
      ...own.flatMap(({ name, title, refBy }) =>
        refBy
          ? [
              {
                do: 'open',
                page: '*',
                type: `{item.${refBy}}`,
                params: { id: `{item.${name}}` },
                label: `查看${title}`,
              } as const,
            ]
          : [],
      ),
      ...steps
        .filter((transition) => type.operations[transition])
        .map((transition) => ({ do: 'transition', transition }) as const),
      ...(type.pins && operations.has(PIN_CALL) ? pinActions(type) : []),
      ...(operations.has('release.addItem') ? releaseActions(type) : []),
      ...audit,
    ],
    sections: [
      ...(Object.values(type.lifecycle.states).some(({ edited }) => edited !== undefined)
        ? [
            {
              widget: 'change',
              title: '修改对比',
              source: { operation: `${type.name}.info`, params: { id: '{query.id}' } },
            },
          ]
        : []),
      { widget: 'flow', title: '办理流程' },
    ],
    aside: [{ widget: 'history', title: '办理进度' }],
  }
}

/** Of an item that a release can publish, change or take down. */
function releaseActions({ lifecycle }: ContentType): NonNullable<WrittenDetailPage['actions']> {
  const open = publicStates(lifecycle)
  const before = lifecycle.transitions.flatMap(({ from, to, kind, by }) =>
    open.includes(to) && kind !== 'urgent' && by.length > 0 ? from : [],
  )
  const states = [...new Set([...before, ...open])]
  if (before.every((state) => open.includes(state))) return []
  return [
    {
      do: 'open',
      page: releasePage('choose'),
      params: { itemId: '{item.id}' },
      label: '加入发布计划',
      when: { 'item.status': states },
    },
  ]
}

/** Of an item that everybody reads, by whether it is pinned. */
function pinActions({ name, lifecycle, pins }: ContentType): NonNullable<WrittenDetailPage['actions']> {
  const isShown = { 'item.status': publicStates(lifecycle) }
  const isListed = Object.fromEntries(
    Object.entries(pins?.fixed ?? {}).map(([field, value]) => [`item.${field}`, value]),
  )
  return [
    {
      do: 'call',
      label: '置顶',
      source: { operation: PIN_CALL, body: { dataType: name, dataId: '{item.id}' } },
      confirm: '排在置顶内容的最前面。次序与截止时间在“置顶”中调整。',
      done: '已置顶',
      when: { ...isShown, ...isListed, 'item.pinned': { empty: true } },
    },
    {
      do: 'call',
      label: '取消置顶',
      source: { operation: 'pins.remove', body: ITEM },
      done: '已取消置顶',
      when: { ...isShown, 'item.pinned': { empty: false } },
    },
  ]
}

function newPage(type: ContentType): GeneratedPage<WrittenFormPage> {
  return {
    kind: 'form',
    form: type.name,
    submit: `${type.name}.add`,
    draft: true,
    receipt: {
      ...afterAdding(type),
      follow: operatorPage(type.name, 'list'),
      followLabel: '返回管理列表',
      againLabel: '再新增一条',
    },
  }
}

function afterAdding({ title, lifecycle }: ContentType): StateReceipt {
  const { initial, states } = lifecycle
  const state = states[initial]
  if (state?.stage && state.saved) return state.saved
  const next = isOpen(lifecycle, initial)
    ? '内容已公开。可在管理列表中继续编辑或下线。'
    : `当前状态为“${state?.title ?? ''}”，可在管理列表中继续编辑或调整状态。`
  return { title: `${title}已保存`, next }
}

function editPage({ lifecycle, ...type }: ContentType): GeneratedPage<WrittenFormPage> {
  return {
    kind: 'form',
    params: ASKED,
    form: type.name,
    submit: `${type.name}.update`,
    load: { operation: `${type.name}.info`, params: { id: '{query.id}' } },
    update: `${type.name}.update`,
    draft: true,
    receipt: {
      title: '修改已保存',
      next: lifecycle.editors ? '修改已存入稿件，公开的内容须经审核才会改变。' : '修改立即生效。',
      follow: { page: operatorPage(type.name, 'item'), params: { id: '{query.id}' } },
      followLabel: '返回审阅',
    },
  }
}
