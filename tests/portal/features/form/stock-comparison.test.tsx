// Tests bound fields against stock rjsf: the same input gives the same data and the same controls.

import Form from '@rjsf/core'
import type { RJSFSchema } from '@rjsf/utils'
import validator from '@rjsf/validator-ajv8'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { NO_FORM } from '#portal/core/form-state/form-scope.ts'
import { FormStore } from '#portal/core/form-state/form-store.ts'
import { BoundSchemaField } from '#portal/features/form/rjsf/bound-field.tsx'
import type { FormModel } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import { loaded } from '../../../support/loaded-form.ts'
import { field } from './sample-form.ts'

const PARTS: Readonly<Record<string, JsonSchema>> = {
  plain: { type: 'object', properties: { a: { type: 'string', title: '甲' } }, additionalProperties: false },
  rows: {
    type: 'array',
    items: {
      type: 'object',
      properties: { x: { type: 'string', title: '名' }, n: { type: 'number', title: '数', default: 3 } },
    },
  },
  pay: {
    oneOf: [
      {
        title: '卡',
        type: 'object',
        properties: { kind: { const: 'card', default: 'card' }, card: { type: 'string', title: '卡号' } },
      },
      {
        title: '转账',
        type: 'object',
        properties: { kind: { const: 'bank', default: 'bank' }, iban: { type: 'string', title: '账号' } },
      },
    ],
  },
  cond: {
    type: 'object',
    properties: { has: { type: 'string', enum: ['yes', 'no'], title: '有' } },
    if: { properties: { has: { const: 'yes' } }, required: ['has'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { properties: { why: { type: 'string', title: '为何', default: '默认' } } },
  },
  dep: {
    type: 'object',
    properties: { card: { type: 'string', title: '信用卡' } },
    dependencies: { card: { properties: { addr: { type: 'string', title: '账单地址' } } } },
  },
}

const schema: RJSFSchema = { type: 'object', properties: PARTS as RJSFSchema['properties'] & object }
const fields = Object.entries(PARTS).map(([name, part]) => field(name, name, part, { type: 'object' }))
const model: FormModel = {
  id: 'root',
  version: 1,
  title: '对照',
  fields,
  schema: { type: 'object', properties: Object.fromEntries(fields.map((own) => [own.name, own.schema])) },
  steps: [{ title: '对照', fields: fields.map(({ name }) => name) }],
  conditions: {},
  inputs: {},
}
const common = {
  schema: {
    ...schema,
    properties: Object.fromEntries(fields.map((own) => [own.name, own.schema])),
  } as RJSFSchema,
  validator,
  uiSchema: { 'ui:submitButtonOptions': { norender: true } },
  noValidate: true,
}
const FIELDS = { SchemaField: BoundSchemaField }
const NO_DATA = {}

interface Drawn {
  readonly data: () => unknown
}

function Stock({ tell }: { readonly tell: (data: unknown) => void }) {
  const [data, setData] = useState<unknown>({})
  tell(data)
  return <Form {...common} formData={data} onChange={(change) => setData(change.formData)} />
}

function drawStock(): Drawn {
  let latest: unknown
  render(
    <Stock
      tell={(data) => {
        latest = data
      }}
    />,
  )
  return { data: () => latest }
}

function drawBound(): Drawn {
  const store = new FormStore(loaded(model))
  const context = { store, place: NO_FORM }
  render(
    <Form
      {...common}
      fields={FIELDS}
      formData={NO_DATA}
      formContext={context}
      experimental_componentUpdateStrategy="shallow"
    />,
  )
  return { data: () => store.data() }
}

/** Without what is empty: rjsf makes a group where the store waits until something is in it. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty)
  if (value === null || typeof value !== 'object') return value
  const kept = Object.entries(value)
    .map(([name, entry]) => [name, withoutEmpty(entry)] as const)
    .filter(([, entry]) => entry !== undefined && !isEmptyHolder(entry))
  return Object.fromEntries(kept)
}

function isEmptyHolder(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

const controls = () =>
  [...document.querySelectorAll<HTMLInputElement>('input, select')].map(({ id, value }) => `${id}=${value}`)

const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text)
const add = () => userEvent.click(document.querySelector('#root_rows .btn-add') as HTMLElement)

const DEEDS: Readonly<Record<string, () => Promise<void>>> = {
  'nothing at all': async () => undefined,
  'a text in a group': () => type('甲', '一'),
  'a text in a group, taken away': async () => {
    await type('甲', '一')
    await userEvent.clear(screen.getByLabelText('甲'))
  },
  'rows added, filled, the first one removed': async () => {
    await add()
    await add()
    const [first, second] = screen.getAllByLabelText('名')
    await userEvent.type(first as HTMLElement, '甲')
    await userEvent.type(second as HTMLElement, '乙')
    await userEvent.click(document.querySelector('.rjsf-array-item-remove') as HTMLElement)
  },
  'rows moved': async () => {
    await add()
    await add()
    await userEvent.type(screen.getAllByLabelText('名')[1] as HTMLElement, '乙')
    await userEvent.click(document.querySelectorAll('.rjsf-array-item-move-up')[1] as HTMLElement)
  },
  'another choice of several': async () => {
    await type('卡号', '123')
    await userEvent.selectOptions(document.getElementById('root_pay__oneof_select') as HTMLElement, '转账')
    await type('账号', '456')
  },
  'a condition that holds, and no longer': async () => {
    await userEvent.selectOptions(screen.getByLabelText('有'), 'yes')
    await type('为何', '的')
    await userEvent.selectOptions(screen.getByLabelText('有'), 'no')
  },
  'a condition that holds': () => userEvent.selectOptions(screen.getByLabelText('有'), 'yes'),
  'a dependency': async () => {
    await type('信用卡', '1')
    await type('账单地址', '街')
  },
}

describe('bound fields compared with stock rjsf', () => {
  test.each(Object.keys(DEEDS))('have the same data and controls after this input: %s', async (name) => {
    const play = async (draw: () => Drawn) => {
      const { data } = draw()
      await DEEDS[name]?.()
      const seen = { data: withoutEmpty(data()), controls: controls() }
      document.body.innerHTML = ''
      return seen
    }
    const stock = await play(drawStock)
    const bound = await play(drawBound)
    expect(bound).toEqual(stock)
    expect(stock.controls.length).toBeGreaterThan(3)
  })
})
