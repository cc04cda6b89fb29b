// Tests the Chinese messages of validation errors.
import { expect, test } from 'vitest'
import { validatorOf } from '#server/platform/validation/build-ajv.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import { toFieldErrors } from '#shared/validation/field-errors.ts'

const cases: readonly [schema: JsonSchema, value: unknown, message: string][] = [
  [{ type: 'string', title: '需求标题' }, undefined, '请填写需求标题'],
  [{ type: 'string', title: '需求类型', enum: ['1'] }, undefined, '请选择需求类型'],
  [{ type: 'string', title: '需求类型', enum: ['1'] }, '2', '请从列表中选择需求类型'],
  [{ type: 'boolean', title: '承诺', enum: [true] }, false, '请勾选承诺'],
  [{ type: 'string', title: '需求标题', minLength: 5 }, '短', '需求标题至少 5 个字'],
  [{ type: 'string', title: '需求标题', maxLength: 2 }, '太长了', '需求标题最多 2 个字'],
  [{ type: 'number', title: '预算金额', minimum: 0 }, -1, '预算金额不能小于 0'],
  [{ type: 'number', title: '预算金额', multipleOf: 0.01 }, 1.234, '预算金额最多 2 位小数'],
  [{ type: 'integer', title: '数量' }, 1.5, '数量应为整数'],
  [{ type: 'string', title: '联系电话', format: 'mobile' }, '123', '联系电话应为 11 位手机号码'],
  [{ type: 'array', title: '用途', minItems: 1, items: { enum: ['1'] } }, [], '用途至少选择 1 项'],
  [{ type: 'array', title: '用途', items: { enum: ['1'] } }, undefined, '请选择用途'],
  [{ type: 'array', title: '指标', items: { type: 'object' } }, undefined, '请填写指标'],
  [{ type: 'array', title: '材料', items: { type: 'string' }, 'x-uploaded': true }, undefined, '请上传材料'],
  [{ type: 'array', title: '材料', minItems: 1, 'x-uploaded': true }, [], '材料至少上传 1 个'],
  [
    {
      type: 'array',
      title: '清单',
      items: { type: 'object', properties: { name: { title: '名称', type: 'string', minLength: 2 } } },
    },
    [{ name: '好的' }, { name: '短' }],
    '清单第 2 项的名称至少 2 个字',
  ],
]

function errorsOf(schema: JsonSchema, value: unknown) {
  const validate = validatorOf(schema)
  validate(value)
  return toFieldErrors(schema, validate.errors ?? [])
}

test.each(cases)('toFieldErrors returns the Chinese message for the schema %j', (schema, value, message) => {
  const root = {
    type: 'object',
    properties: { field: schema },
    required: ['field'],
    additionalProperties: false,
  }
  const errors = errorsOf(root, value === undefined ? {} : { field: value })
  expect(errors.map((error) => error.message)).toEqual([message])
})

test('toFieldErrors names an unknown property', () => {
  const root = { type: 'object', properties: {}, additionalProperties: false }
  expect(errorsOf(root, { 角色: 1 })).toEqual([{ path: '/角色', message: '不支持的内容“角色”' }])
})
