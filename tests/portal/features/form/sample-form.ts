// Provides the compiled form that the form tests fill in.
import { bodySchema } from '#config/compile/forms/compile-form.ts'
import { validatorAt } from '#portal/core/pages/validators.ts'
import type { Field, FieldType, FormModel } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import { served } from '../../../support/loaded-form.ts'

export function field(
  name: string,
  title: string,
  schema: JsonSchema,
  more: Partial<Field> & { type?: FieldType } = {},
): Field {
  return {
    name,
    title,
    type: 'text',
    required: false,
    filter: false,
    sort: false,
    system: false,
    ...more,
    schema: { ...schema, title },
  }
}

const fields: readonly Field[] = [
  field('title', '需求标题', { type: 'string', minLength: 5, maxLength: 60 }, { required: true }),
  field(
    'kind',
    '需求类型',
    { type: 'string', enum: ['1', '2'] },
    { required: true, type: 'dict', dict: 'demandType' },
  ),
  field('quantity', '数量', { type: 'integer', minimum: 1 }, { required: true, type: 'integer' }),
  field('contact', '联系人', { type: 'string', minLength: 2, maxLength: 30 }, { required: true }),
  field('mobile', '联系电话', { type: 'string', format: 'mobile' }, { required: true, type: 'mobile' }),
]

export const sampleForm: FormModel = served({
  id: 'demand',
  version: 2,
  title: '装备需求',
  fields,
  schema: bodySchema(fields, []),
  steps: [
    { title: '需求概况', fields: ['title', 'kind', 'quantity'] },
    { title: '联系方式', fields: ['contact', 'mobile'] },
  ],
  conditions: { quantity: { 'form.kind': '1' } },
  inputs: {
    title: { widget: 'text', options: { help: '写明装备与数量' } },
    kind: { widget: 'select' },
    quantity: { widget: 'number' },
    contact: { widget: 'text' },
    mobile: { widget: 'mobile' },
  },
})
// Pages draw it at once.
await validatorAt(sampleForm.validatorUrl ?? '').load()

export function manyFields(count: number): FormModel {
  const list = Array.from({ length: count }, (_, index) =>
    field(
      `field${index}`,
      `字段${index}`,
      { type: 'string', minLength: 2, maxLength: 40 },
      { required: true },
    ),
  )
  return {
    id: 'many',
    version: 1,
    title: '长表单',
    fields: list,
    schema: bodySchema(list, []),
    steps: [{ title: '填写', fields: list.map((entry) => entry.name) }],
    conditions: {},
    inputs: {},
  }
}
