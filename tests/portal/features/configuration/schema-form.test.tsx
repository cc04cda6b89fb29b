import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readFolder } from '#config/load/read-folder.ts'
import { loadConfiguration } from '#config/pipeline/check-configuration.ts'
import { formSchemas } from '#config/tools/form-schemas.ts'
import { SchemaForm } from '#portal/features/configuration/schema-form.tsx'
import { expand, shorten } from '#portal/features/configuration/short-forms.ts'
import { toErrorSchema } from '#portal/features/configuration/use-file-draft.ts'
import type { Finding } from '#shared/calls/configuration-answers.ts'
import type { FormSchemas } from '#shared/calls/form-schemas.ts'
import type { Json, JsonSchema } from '#shared/model/json.ts'

const PORTAL = 'tests/portals/bulletin'
let language: FormSchemas

beforeAll(async () => {
  const loaded = await loadConfiguration(PORTAL)
  if (!loaded.ok) throw new Error(loaded.problems[0]?.message)
  language = formSchemas(loaded.model, readFolder(PORTAL))
})
afterEach(cleanup)

interface EditorProps {
  readonly kind: string
  readonly initial: Json
  readonly findings: readonly Finding[]
  readonly onValue: (value: Json) => void
}

function Editor({ kind, initial, findings, onValue }: EditorProps) {
  const [value, setValue] = useState(initial)
  const change = (next: Json) => {
    setValue(next)
    onValue(next)
  }
  return (
    <SchemaForm
      kind={kind}
      language={language}
      value={value}
      errors={toErrorSchema(findings, value)}
      mends={new Map()}
      onMend={undefined}
      onChange={change}
    />
  )
}

/** Draws a file of a kind; answers what the file says now. */
function open(kind: string, written: Json, findings: readonly Finding[] = []) {
  const root = language as unknown as JsonSchema
  const schema = { $ref: `#/$defs/${kind}` }
  let now = expand(written, schema, root)
  const onValue = (value: Json) => {
    now = value
  }
  render(<Editor kind={kind} initial={now} findings={findings} onValue={onValue} />)
  return () => shorten(now, written, schema, root)
}

const DICTIONARY = {
  $schema: '../config/dictionary.schema.json',
  title: '级别',
  items: [
    { value: 'a', label: '甲' },
    { value: 'b', label: '乙', color: 'red' },
    { value: 'c', label: '丙' },
  ],
}

describe('The form of a dictionary', () => {
  it('changes the label of one entry and nothing else', async () => {
    const saved = open('dictionary', DICTIONARY)
    await userEvent.click(screen.getByRole('button', { name: /乙/, expanded: false }))
    const label = screen.getByLabelText('显示文字')
    await userEvent.clear(label)
    await userEvent.type(label, '乙级')
    expect(saved()).toEqual({
      ...DICTIONARY,
      items: [DICTIONARY.items[0], { value: 'b', label: '乙级', color: 'red' }, DICTIONARY.items[2]],
    })
  })

  it('moves an entry by its button, keeps the keyboard on it and says its new place', async () => {
    const saved = open('dictionary', DICTIONARY)
    const up = screen.getByRole('button', { name: '上移：丙 · c' })
    await userEvent.click(up)
    expect((saved() as typeof DICTIONARY).items.map(({ value }) => value)).toEqual(['a', 'c', 'b'])
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '上移：丙 · c' }))
    expect(screen.getByText('“丙 · c”现在是第 2 项，共 3 项').role).toBe('status')
  })

  it('adds an entry that unfolds, and removes one', async () => {
    const saved = open('dictionary', DICTIONARY)
    await userEvent.click(screen.getByRole('button', { name: /^添加：取值/ }))
    await userEvent.type(screen.getByLabelText(/^值/), 'd')
    await userEvent.type(screen.getByLabelText('显示文字'), '丁')
    await userEvent.click(screen.getByRole('button', { name: /^删除：甲/ }))
    expect((saved() as typeof DICTIONARY).items).toEqual([
      ...DICTIONARY.items.slice(1),
      { value: 'd', label: '丁' },
    ])
  })

  it('shows what the check found at its place', async () => {
    open('dictionary', DICTIONARY, [
      {
        id: 'x',
        path: 'x',
        pointer: '/title',
        code: 'dictionary_title',
        severity: 'error',
        message: '名称已被使用',
      },
    ])
    expect(screen.getByText('名称已被使用').id).toBe('file--title-error')
  })
})

describe('The form of a zone', () => {
  const ZONE = {
    $schema: '../schemas/config/zone.schema.json',
    title: '演练专区',
    path: '/DrillZone',
    slogan: '以练促防',
    theme: { color: '#1565C0', cover: 'waves' },
    sections: [
      { widget: 'items', title: '动态', source: 'news.list', more: 'news/list', options: { look: 'front' } },
    ],
  }

  it('shows the options of the widget of a section, and keeps the short link as it was written', async () => {
    const saved = open('zone', ZONE)
    await userEvent.click(screen.getByRole('button', { name: /动态/, expanded: false }))
    const section = within(document.getElementById('file--sections') as HTMLElement)
    const title = section.getByLabelText('标题')
    await userEvent.clear(title)
    await userEvent.type(title, '最新动态')
    await userEvent.selectOptions(section.getByLabelText('样式'), 'ledger')
    expect(saved()).toEqual({
      ...ZONE,
      sections: [{ ...ZONE.sections[0], title: '最新动态', options: { look: 'ledger' } }],
    })
  })
})
