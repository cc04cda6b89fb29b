// Declares the table of content actions: method, default access, parameters and body.

import { type Audience, GRANTS, grantAudience } from '#shared/access/roles.ts'
import type { Condition } from '#shared/expressions/condition.ts'
import { REMARKS_KEY, REMARKS_SCHEMA } from '#shared/lifecycles/field-comments.ts'
import type { Lifecycle } from '#shared/lifecycles/lifecycle.ts'
import type { FormModel } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import { type ContentAction, isContentAction, type Method } from '#shared/model/operation-model.ts'
import {
  BULK,
  COUNTED,
  ID,
  LIMIT,
  object,
  SEEN_ABOVE,
  TEXT,
  toPreconditionProperties,
} from './call-schemas.ts'
import { countParams, infoParams, type ListedType, listParams, paging } from './list-call-schemas.ts'

interface BuildInput extends ListedType {
  /** The fields that the endpoint's `fields` names. */
  readonly only?: readonly string[]
  /** True if one person may save several items. */
  readonly several?: boolean
  /** True if a saved item may stay a draft until it is submitted. */
  readonly keepsDrafts: boolean
  /** The fields by which an earlier one of the same person is known. */
  readonly distinct?: readonly string[]
  readonly form: FormModel
  /** Fields that the endpoint names. */
  readonly by: readonly string[]
  /** Fields filled by the server that the caller may name too. */
  readonly marks: readonly string[]
  /** True if a submission executes a transition of the parent. */
  readonly takesAbove?: boolean
}

interface ActionDefinition {
  readonly title: string
  /** Absent where a call may come by either. */
  readonly method?: Method
  readonly access: readonly Audience[]
  readonly writes: boolean
  build(given: BuildInput): { params: JsonSchema; body?: JsonSchema }
}

const FLAG = { type: 'boolean' }
/** A text whose line breaks stay. */
const PARAGRAPHS = { type: 'string', 'x-widget': 'textarea' }
const TOKEN = {
  type: 'string',
  maxLength: 200,
  title: '登录凭证',
  description: '登录时取得，与同名请求头含义相同',
}
/** Returns the schema without its default: a partial write leaves missing fields as they are. */
function withoutDefault({ default: _default, ...schema }: JsonSchema = {}): JsonSchema {
  return schema
}

/** One's newest record, or the one of a number: its receipt's, or what the endpoint names as such. */
function ownParams({ fields, by }: BuildInput): JsonSchema {
  const numbers = fields
    .filter(({ name }) => by.includes(name))
    .map(({ name, title }) => [name, { ...TEXT, title }])
  return object({
    receiptNo: { ...TEXT, title: '受理编号' },
    id: ID,
    userId: { ...ID, title: '用户', description: '用户编号，默认为本人；查看他人的须有权限' },
    ...Object.fromEntries(numbers),
  })
}

/** Fields that a condition may hide are demanded by the engine, which knows the values, not by the schema. */
function relaxed(form: FormModel): JsonSchema {
  const conditional: Readonly<Record<string, Condition>> = form.conditions
  const required = (form.schema.required as string[]).filter((name) => !Object.hasOwn(conditional, name))
  return { ...form.schema, required }
}

function withKeys(form: FormModel, extra: Record<string, unknown>, required: readonly string[]): JsonSchema {
  const schema = relaxed(form)
  return {
    ...schema,
    properties: { ...(schema.properties as object), ...extra },
    required: [...(schema.required as string[]), ...required],
  }
}

/** How an update is to be written, for those who read the documentation of the interface. */
const WHOLE = '整份提交：未给出的字段清空；有默认值的字段未给出时保持原值，给出 null 则恢复默认值'

const byId = () => ({ params: object({ id: ID }, ['id']) })
/** Up to four, in the order of the columns. */
const compared = () => {
  const ids = {
    type: 'string',
    maxLength: 400,
    title: '比对的内容',
    description: '编号，用逗号分隔，最多 4 个',
  }
  return { params: object({ ids, resourceIds: { ...ids, description: '与 ids 同义' } }) }
}
/** The audience of the roles that hold the grant `moderate`. */
export const MODERATORS = grantAudience(GRANTS.moderate)

const reads = { method: 'GET', access: ['anyone'], writes: false } as const
const registeredRead = { method: 'GET', access: ['registered'], writes: false } as const
/** Taking part: an auditor reads and does not. */
const participantWrite = { access: ['participant'], writes: true } as const

/** A step of the lifecycle, open to whom its transitions name. What is written with it is asked by the step taken. */
export function toTransitionDefinition(
  lifecycle: Lifecycle,
  action: string,
  method: Method,
): ActionDefinition | undefined {
  const steps = lifecycle.transitions.filter((transition) => transition.action === action)
  const [first] = steps
  if (!first || isContentAction(action)) return undefined
  // The fields that the caller names: those of `marks`, and the field of `claim` where the caller has several
  // candidates for it.
  const named = steps.flatMap(({ marks = [], claim }) => [...marks, ...(claim ? [claim.field] : [])])
  const marks = named.map((name) => [name, TEXT] as const)
  const given = object(
    {
      id: ID,
      reason: { type: 'string', maxLength: 500 },
      revision: COUNTED,
      change: COUNTED,
      ...Object.fromEntries(marks),
      ...(steps.some(({ remarks }) => remarks) ? { [REMARKS_KEY]: REMARKS_SCHEMA } : {}),
    },
    ['id'],
  )
  return {
    title: first.title,
    access: [...new Set(steps.flatMap(({ by }) => by))],
    writes: true,
    build: () => (method === 'GET' ? { params: given } : { params: object({}), body: given }),
  }
}

export const ACTION_DEFINITIONS: Readonly<Partial<Record<ContentAction, ActionDefinition>>> = {
  list: { title: '列表', ...reads, build: (given) => ({ params: listParams(given) }) },
  manage: { title: '管理列表', ...registeredRead, build: (given) => ({ params: listParams(given) }) },
  info: {
    title: '详情',
    ...reads,
    build: (given) => ({ params: infoParams(given) }),
  },
  view: { title: '记录浏览', ...reads, build: byId },
  like: { title: '点赞', method: 'GET', ...participantWrite, build: byId },
  checkLike: { title: '是否点赞', ...reads, build: byId },
  related: { title: '相关', ...reads, build: () => ({ params: object({ id: ID, limit: LIMIT }, ['id']) }) },
  tree: { title: '及其下级', ...reads, build: byId },
  ancestors: { title: '及其上级', ...reads, build: byId },
  neighbours: { title: '上一篇与下一篇', ...reads, build: byId },
  statistic: { title: '统计', ...reads, build: (given) => ({ params: countParams(given) }) },
  trend: { title: '关注趋势', ...reads, build: byId },
  portrait: { title: '画像', ...reads, build: byId },
  facets: { title: '筛选项', ...reads, build: (given) => ({ params: countParams(given) }) },
  categories: { title: '类目', ...reads, build: () => ({ params: object({}) }) },
  parameters: {
    title: '类目参数',
    ...reads,
    build: () => ({
      params: object({
        categoryId: { ...TEXT, title: '类目编号' },
        categoryIds: {
          ...TEXT,
          title: '类目编号',
          description: '多个以逗号分隔，取各类目共有的参数，以第一个类目的单位计',
        },
      }),
    }),
  },
  compare: { title: '参数比对', ...reads, build: compared },
  stars: { title: '星级比对', ...reads, build: compared },
  add: {
    title: '发布',
    method: 'POST',
    ...participantWrite,
    build: ({ form, fields, marks, takesAbove }) => ({
      params: object({}),
      body: withKeys(
        form,
        { ...toPreconditionProperties(fields, marks), ...(takesAbove ? SEEN_ABOVE : {}) },
        [],
      ),
    }),
  },
  update: {
    title: '修改',
    method: 'POST',
    access: ['owner', MODERATORS],
    writes: true,
    build: ({ form }) => ({
      params: object({}),
      body: {
        ...withKeys(form, { id: ID, revision: { type: 'integer', minimum: 1 } }, ['id', 'revision']),
        description: WHOLE,
      },
    }),
  },
  set: {
    title: '修改个别字段',
    method: 'POST',
    access: ['owner', MODERATORS],
    writes: true,
    build: ({ form, only = [] }) => {
      const properties = form.schema.properties as Readonly<Record<string, JsonSchema>>
      const named = only.filter((name) => Object.hasOwn(properties, name))
      const kept = Object.fromEntries(named.map((name) => [name, withoutDefault(properties[name])]))
      // Something is to be set: the one field, or at least one of several beside the id.
      const body =
        named.length === 1
          ? object({ id: ID, ...kept }, ['id', ...named])
          : { ...object({ id: ID, ...kept }, ['id']), minProperties: 2 }
      return { params: object({}), body }
    },
  },
  bulk: {
    title: '批量办理',
    method: 'POST',
    access: [MODERATORS],
    writes: true,
    build: () => ({ params: object({}), body: BULK }),
  },
  own: { title: '我的', ...registeredRead, build: (given) => ({ params: ownParams(given) }) },
  save: {
    title: '保存',
    method: 'POST',
    ...participantWrite,
    build: ({ form, several, fixed, keepsDrafts }) => ({
      params: object(Object.hasOwn(fixed, 'submit') || !keepsDrafts ? {} : { submit: FLAG }),
      body: several ? withKeys(form, { id: ID }, []) : relaxed(form),
    }),
  },
  standing: {
    title: '本人的身份',
    ...registeredRead,
    build: ({ by }) => ({
      params: object({
        id: ID,
        ...Object.fromEntries(by.map((name) => [name, { ...ID, title: '编号', description: '与 id 同义' }])),
      }),
    }),
  },
  checkSubmitted: {
    title: '是否已提交',
    ...registeredRead,
    build: ({ distinct = [], fields }) => {
      const toParam = (name: string) => {
        const { type, title = name } = fields.find((field) => field.name === name) ?? {}
        return [name, { ...(type === 'ref' ? ID : TEXT), title }] as const
      }
      return { params: object(Object.fromEntries(distinct.map(toParam)), distinct) }
    },
  },
  commentList: {
    title: '评论列表',
    ...reads,
    build: () => ({ params: object({ dataId: ID, dataType: TEXT, token: TOKEN, ...paging }, ['dataId']) }),
  },
  commentAdd: {
    title: '发表评论',
    method: 'POST',
    ...participantWrite,
    build: () => ({
      params: object({}),
      body: object(
        {
          dataId: ID,
          dataType: TEXT,
          content: { ...PARAGRAPHS, title: '评论内容', minLength: 1, maxLength: 1000 },
          replyTo: ID,
        },
        ['dataId', 'content'],
      ),
    }),
  },
  commentLike: { title: '赞评论', method: 'GET', ...participantWrite, build: byId },
  commentDelete: { title: '删除评论', method: 'GET', access: ['registered'], writes: true, build: byId },
  commentReport: {
    title: '举报评论',
    method: 'POST',
    ...participantWrite,
    build: () => ({
      params: object({}),
      body: object(
        {
          id: ID,
          reason: { type: 'string', title: '举报原因', minLength: 1, maxLength: 20 },
          content: { ...PARAGRAPHS, title: '说明', maxLength: 200 },
        },
        ['id', 'reason'],
      ),
    }),
  },
}
