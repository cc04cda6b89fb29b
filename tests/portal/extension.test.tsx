// Tests the widget contract of a portal: of `PORTAL_DIR` or of the library portal (`npm run contract`).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cleanup } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { portalFolder } from '#config/load/portal-folder.ts'
import { onlyComponent } from '#portal/widgets/widget-name.ts'
import type { CellProps, FilterProps, SectionProps } from '#portal/widgets/widget-props.ts'
import { VERSION } from '#sdk/widget.ts'
import { FIELD_TYPES, type FieldType } from '#shared/model/content-model.ts'
import { findOwnWidgets, type OwnWidget } from '../../scripts/lib/portal-widgets.ts'
import { startFakeServer, success } from './support/fake-server.ts'
import { HOSTILE } from './support/hostile-values.ts'
import { dangerIn, openAt } from './support/portal-host.tsx'
import { column, field, filter, pageBase, section, source } from './support/samples.ts'

interface WidgetSchema {
  readonly family: string
  readonly accepts?: readonly FieldType[]
  readonly source?: 'list' | 'item' | 'none' | 'any'
}

const PORTAL = portalFolder(process.env, join('tests', 'portals', 'library'))
const widgets = findOwnWidgets(PORTAL)
const of = (family: OwnWidget['family']) => widgets.filter((widget) => widget.family === family)
const schemaOf = ({ family, name }: OwnWidget): WidgetSchema =>
  JSON.parse(readFileSync(join(PORTAL, 'schemas', 'widgets', family, `${name}.schema.json`), 'utf8'))
const moduleOf = ({ file }: OwnWidget): Promise<Record<string, unknown>> => import(/* @vite-ignore */ file)
const componentOf = async <Props,>(widget: OwnWidget) =>
  onlyComponent<ComponentType<Props>>(await moduleOf(widget))

/** What no reader should meet, whatever was stored. */
const CODE = /\[object Object\]|NaN|undefined|Infinity|Invalid/

let complaints: ReturnType<typeof vi.spyOn>
let answer: unknown

beforeAll(async () => {
  const server = await startFakeServer()
  server.on('/newapi/sample/read', () => success(answer))
})
beforeEach(() => {
  complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  const { calls } = complaints.mock
  complaints.mockRestore()
  expect(calls).toEqual([])
})

test('the portal has at least one widget to test', () => {
  expect(widgets.length).toBeGreaterThan(0)
})

describe.each(widgets.map((widget) => ({ ...widget, id: `${widget.family}/${widget.name}` })))(
  'widget $id',
  (widget) => {
    test('declares the current SDK version and exports exactly one component', async () => {
      const { DOOR, ...others } = await moduleOf(widget)
      expect(DOOR).toBe(VERSION)
      expect(Object.keys(others)).toHaveLength(1)
      expect(await componentOf(widget)).toBeTruthy()
    })
    test('has a schema of its family that accepts only existing field types', () => {
      const { family, accepts = [] } = schemaOf(widget)
      expect(`${family}s`).toBe(widget.family)
      for (const type of accepts) expect(FIELD_TYPES).toContain(type)
    })
  },
)

describe.each(of('cells'))('cell widget cells/$name', (widget) => {
  test.each(schemaOf(widget).accepts ?? [])(
    'renders hostile values in a field of type %s without active content or raw codes',
    async (type) => {
      const Cell = await componentOf<CellProps>(widget)
      const own = column(widget.name, field('value', '名称', type))
      for (const [what, value] of HOSTILE) {
        const { container } = openAt('/page', <Cell column={own} item={{ id: '1', value }} value={value} />)
        expect(dangerIn(container), what).toEqual([])
        expect(container.textContent, what).not.toMatch(CODE)
        cleanup()
      }
    },
  )
})

describe.each(of('filters'))('filter widget filters/$name', (widget) => {
  test.each(schemaOf(widget).accepts ?? [])(
    'renders with and without a value of type %s, without active content',
    async (type) => {
      const Filter = await componentOf<FilterProps>(widget)
      const own = filter(widget.name, field('value', '名称', type))
      for (const value of [{}, { value: '1' }, { value: '<img src=x onerror=alert(1)>' }]) {
        const { container } = openAt(
          '/page',
          <Filter filter={own} value={value} onChange={() => undefined} />,
        )
        expect(dangerIn(container)).toEqual([])
        cleanup()
      }
    },
  )
})

describe.each(of('sections'))('section widget sections/$name', (widget) => {
  const reads = schemaOf(widget).source !== 'none'
  const answers = reads ? [null, {}, { list: [], totalCount: 0 }, { list: [null, {}, { id: '1' }] }] : [null]

  test.each(answers)(
    'renders without active content or raw codes when its source answers %j',
    async (data) => {
      answer = data
      const Section = await componentOf<SectionProps>(widget)
      const own = section(widget.name, reads ? { source: source('/newapi/sample/read') } : {})
      const page = {
        ...pageBase('/page', '页面'),
        kind: 'zone',
        sections: [own],
      } as unknown as SectionProps['page']
      const { container } = openAt('/page', <Section section={own} scope={{}} page={page} />)
      await vi.waitFor(() => expect(container.querySelector('.eq-skeleton')).toBeNull())
      expect(dangerIn(container)).toEqual([])
      expect(container.textContent).not.toMatch(CODE)
    },
  )
})
