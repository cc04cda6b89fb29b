// Adds the calls for versions of items to every portal with a content type that keeps them.
import type { WrittenApi } from '#config/generated/written.ts'
import { VERSION_PATHS } from '#shared/calls/version-calls.ts'
import { DICTIONARY } from '#shared/content/program-dictionaries.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import { closed, type Groups, toDocument } from './added-group.ts'

const GROUP = 'version'

const ID = { type: 'string', title: '内容编号', minLength: 1, maxLength: 40 }
const number = (title: string) => ({ type: 'integer', title, minimum: 1, maximum: 1_000_000_000 })
const page = (maximum: number) => ({ type: 'integer', minimum: 1, maximum })
const COUNT = { type: 'integer' }
const ENTRY = closed({
  number: { type: 'integer', title: '版本' },
  since: { type: ['integer', 'null'], title: '改自版本' },
  revision: { type: 'integer', title: '修订号' },
  at: { type: 'string', title: '保存时间', format: 'date-time' },
  by: { type: ['string', 'null'], title: '保存人' },
  origin: { type: 'string', title: '来源' },
  reason: { type: ['string', 'null'], title: '原因' },
  status: { type: 'string', title: '当时的状态', 'x-dict': DICTIONARY.states },
  isChange: { type: 'boolean', title: '是修改稿' },
  isCurrent: { type: 'boolean', title: '是目前的内容' },
  fields: { type: ['array', 'null'], title: '改动的字段', items: { type: 'string' } },
})
const ITEM = { type: 'object', title: '内容' }
const FIELDS = { type: 'array', title: '字段', items: { type: 'object' } }

const MAYBE_ITEM = { ...ITEM, type: ['object', 'null'] }
const MAYBE_ENTRY = { ...ENTRY, type: ['object', 'null'] }
const side = (item: object, version: object) => closed({ item, version })

const API = {
  $schema: '../config/api.schema.json',
  title: '版本记录',
  operations: {
    list: {
      at: `GET ${VERSION_PATHS.list}`,
      summary: '一条内容的版本，新的在前',
      deed: '查看版本记录',
      access: 'registered',
      params: {
        id: ID,
        page: page(1_000_000),
        limit: page(50),
        currentPage: page(1_000_000),
        pageSize: page(50),
      },
      result: closed({
        list: { type: 'array', items: ENTRY },
        totalCount: COUNT,
        pageSize: COUNT,
        totalPage: COUNT,
        currPage: COUNT,
        revision: { type: 'integer', title: '最新的修订号' },
        restorable: { type: 'boolean', title: '可以恢复' },
      }),
    },
    info: {
      at: `GET ${VERSION_PATHS.info}`,
      summary: '一条内容在某个版本时的样子',
      deed: '查看版本',
      access: 'registered',
      params: { id: ID, number: number('版本') },
      result: closed({ item: ITEM, version: ENTRY, fields: FIELDS }),
    },
    compare: {
      at: `GET ${VERSION_PATHS.compare}`,
      summary:
        '逐字段对比两个版本；不写 to 时与目前的内容对比，不写 from 时看 to 改了什么；published 为与最近公开过的版本对比',
      deed: '对比版本',
      access: 'registered',
      params: {
        id: ID,
        from: number('原版本'),
        to: number('新版本'),
        published: { type: 'boolean', title: '原版本为最近公开过的版本' },
      },
      result: closed({
        before: side(MAYBE_ITEM, MAYBE_ENTRY),
        after: side(ITEM, MAYBE_ENTRY),
        changed: { type: 'array', title: '不同的字段', items: { type: 'string' } },
        fields: FIELDS,
      }),
    },
    restore: {
      at: `POST ${VERSION_PATHS.restore}`,
      summary: '恢复到某个版本：与本人的一次修改相同，按其流程审核或立即生效',
      deed: '恢复版本',
      access: 'registered',
      body: closed(
        {
          id: ID,
          number: number('版本'),
          revision: number('所依据的修订号'),
          reason: { type: 'string', title: '恢复的原因', maxLength: 200 },
        },
        ['reason'],
      ),
      result: closed(
        {
          id: { type: 'string' },
          revision: COUNT,
          status: { type: 'string' },
          changeStatus: { type: 'string' },
          receiptNo: { type: 'string' },
        },
        ['changeStatus', 'receiptNo'],
      ),
    },
  },
} as const satisfies WrittenApi

/** A portal without accounts has nobody who could read versions. */
export function withVersionCalls(
  groups: Groups,
  { roles }: { readonly roles: readonly unknown[] },
  contentTypes: Iterable<ContentType>,
): Groups {
  const isNeeded = roles.length > 0 && [...contentTypes].some(({ versions }) => versions !== false)
  return isNeeded && !groups.some(([group]) => group === GROUP)
    ? [...groups, [GROUP, toDocument(GROUP, API)]]
    : groups
}

/** Of the groups of calls, by group: of those too that are added. */
export const VERSION_GROUP = { [GROUP]: API.title }
