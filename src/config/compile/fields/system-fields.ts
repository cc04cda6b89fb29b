// Declares the fields that every item of every content type has.

import { PINNED } from '#shared/content/pins.ts'
import { DICTIONARY } from '#shared/content/program-dictionaries.ts'
import type { Field, FieldType } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'

function systemField(name: string, title: string, type: FieldType, schema: JsonSchema, sort = false): Field {
  return { name, title, type, required: false, filter: false, sort, system: true, schema }
}

const TIME = { type: 'string', format: 'date-time' }
const COUNT = { type: 'integer', minimum: 0 }

export const SYSTEM_FIELDS: readonly Field[] = [
  systemField('id', '编号', 'text', { type: 'string' }),
  { ...systemField('type', '业务类型', 'dict', { type: 'string' }), dict: 'dataType' },
  { ...systemField('status', '状态', 'dict', { type: 'string' }), dict: DICTIONARY.states },
  systemField('statusReason', '办理意见', 'long-text', { type: 'string' }),
  systemField('statusWords', '意见名称', 'text', { type: 'string' }),
  systemField('ownerId', '发布者编号', 'text', { type: 'string' }),
  systemField('ownerName', '发布者', 'text', { type: 'string' }),
  systemField('createdAt', '创建时间', 'date-time', TIME, true),
  systemField('updatedAt', '更新时间', 'date-time', TIME, true),
  systemField('publishedAt', '发布时间', 'date-time', TIME, true),
  systemField('viewCount', '浏览', 'integer', COUNT, true),
  systemField('likeCount', '点赞', 'integer', COUNT, true),
  systemField('supportCount', '支持', 'integer', COUNT),
  systemField('collectCount', '收藏', 'integer', COUNT),
  systemField('commentCount', '评论', 'integer', COUNT, true),
  systemField('revision', '版本', 'integer', COUNT),
]

/** Of types with `pins`. */
export const PINNED_FIELD: Field = systemField(PINNED, '置顶次序', 'integer', COUNT, true)
