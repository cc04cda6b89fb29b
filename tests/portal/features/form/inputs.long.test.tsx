// Tests the contract of all form inputs, and single inputs: dates, regions, lists, tags, tables.
import { readdirSync, readFileSync } from 'node:fs'
import { createEvent, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { GROUP_WIDGETS } from '#portal/widgets/group-registry.ts'
import { INPUTS } from '#portal/widgets/input-registry.tsx'
import { FIELD_TYPES, type Field, type FieldType } from '#shared/model/content-model.ts'
import type { Json } from '#shared/model/json.ts'
import { IS_LONG } from '../../../support/long-run.ts'
import { idOf, OneField, oneFieldStore } from './one-field.tsx'
import { field } from './sample-form.ts'

const CHOICES = [
  { value: '1', label: '采购需求' },
  { value: '2', label: '技术攻关' },
]
const REGIONS = [
  {
    value: '35',
    label: '福建省',
    children: [
      {
        value: '3502',
        label: '厦门市',
        children: [
          { value: '350203', label: '思明区' },
          { value: '350299', label: '东门区' },
        ],
      },
    ],
  },
  { value: '11', label: '北京市', children: [] },
]

vi.mock('#portal/core/configuration/dictionaries.ts', () => ({
  useDictionary: () => CHOICES,
  dictionaryLabel: (_: string, value: string) =>
    CHOICES.find((choice) => choice.value === value)?.label ?? value,
}))
vi.mock('#portal/core/api/use-read.ts', () => ({ useRead: () => ({ data: REGIONS, loading: false }) }))

vi.mock('#portal/core/api/file-client.ts', async (original) => ({
  ...(await original<object>()),
  loadFileInfo: (id: string) =>
    Promise.resolve({
      id,
      name: '营业执照.pdf',
      size: 2048,
      type: 'application/pdf',
      alt: '',
      focus: { x: 50, y: 50 },
    }),
}))
vi.mock('#portal/core/api/client.ts', async (original) => ({
  ...(await original<object>()),
  fetchBlob: () => Promise.resolve(new Blob(['x'], { type: 'image/png' })),
}))

const FILE = '0f8fad5b-d9cb-469f-a165-70867728950e'

interface Case {
  readonly field: Field
  readonly value: unknown
  readonly options?: Readonly<Record<string, Json>>
}

const text = field('name', '名称', { type: 'string', maxLength: 20 })
const object = {
  type: 'object',
  properties: { start: { type: 'string', title: '开始' }, end: { type: 'string', title: '结束' } },
}
const dict = field('kind', '类型', { type: 'string', enum: ['1', '2'] }, { type: 'dict', dict: 'kind' })
const list = field(
  'uses',
  '用途',
  { type: 'array', items: { enum: ['1', '2'] } },
  { type: 'dict-list', dict: 'kind' },
)
const amount = field('amount', '数量', { type: 'number' }, { type: 'number', unit: '万元' })
const truth = field('truth', '是否', { type: 'boolean' }, { type: 'boolean' })

const CASES: Readonly<Record<string, Case>> = {
  text: { field: text, value: '排水车' },
  textarea: { field: text, value: '说明' },
  mobile: { field: text, value: '13800138000' },
  password: { field: text, value: 'Secret-2026', options: { strength: true } },
  'rich-text': {
    field: field('body', '正文', { type: 'string' }, { type: 'rich-text' }),
    value: '<p>正文</p>',
  },
  number: { field: amount, value: 12.5 },
  integer: { field: amount, value: 12 },
  money: { field: amount, value: 12 },
  select: { field: dict, value: '1' },
  radio: { field: dict, value: '1' },
  'multi-select': { field: list, value: ['1', '2'] },
  region: { field: field('region', '地区', { type: 'string' }, { type: 'region' }), value: '350203' },
  date: {
    field: field('day', '日期', { type: 'string', format: 'date' }, { type: 'date' }),
    value: '2026-01-05',
  },
  'date-range': {
    field: field('span', '期间', object, { type: 'object' }),
    value: { start: '2026-01-05', end: '2026-01-06' },
  },
  switch: { field: truth, value: true },
  agreement: { field: truth, value: true, options: { title: '用户协议', version: '2026-01' } },
  tags: {
    field: field('tags', '标签', { type: 'array', items: { type: 'string' } }, { type: 'text-list' }),
    value: ['甲', '乙'],
  },
  'array-table': {
    field: field('rows', '清单', { type: 'array', items: object }, { type: 'object-list' }),
    value: [{ start: '一' }],
  },
  object: { field: field('group', '一组', object, { type: 'object' }), value: { start: '一', end: '二' } },
  upload: {
    field: field('papers', '证照', { type: 'array', items: {}, maxItems: 2 }, { type: 'file-list' }),
    value: [FILE],
    options: { accept: ['pdf'], maxSize: 1 },
  },
  image: {
    field: field('photo', '照片', { type: 'string' }, { type: 'image' }),
    value: FILE,
    options: { accept: ['jpg', 'png'], maxSize: 2 },
  },
  video: {
    field: field('film', '视频文件', { type: 'array', items: {}, maxItems: 1 }, { type: 'file-list' }),
    value: [FILE],
    options: { maxSize: 1, poster: 'cover' },
  },
  captcha: {
    field: text,
    value: 'ab3d',
    options: { picture: { method: 'GET', path: '/newapi/api/captcha.jpg' }, other: '/login' },
  },
  'sms-code': { field: text, value: '123456', options: { send: { method: 'GET', path: '/newapi/sms' } } },
  'ref-select': {
    field: field('demandId', '需求', { type: 'string' }, { type: 'ref', ref: 'demand' }),
    value: '1',
  },
}

interface Shown {
  readonly value?: unknown
  readonly disabled?: boolean
  readonly invalid?: boolean
  readonly onChange?: (value: unknown) => void
  readonly onLeave?: () => void
  readonly fits?: (id: string, value: unknown) => boolean
}

async function draw(name: string, { onLeave, fits, ...look }: Shown = {}) {
  const { field: own, options } = CASES[name] as Case
  const all = { widget: name, field: own, options, ...look, place: fits ? { fits } : {} }
  const store = oneFieldStore(all)
  if (onLeave) vi.spyOn(store, 'leave').mockImplementation(onLeave)
  const view = render(
    <main>
      <OneField {...all} store={store} />
      <button type="button">下一个</button>
    </main>,
  )
  await waitFor(() => expect(screen.queryByLabelText('正在加载')).toBeNull())
  return view
}

const controls = () => [
  ...document.querySelectorAll<HTMLElement>('main :is(input, select, textarea, [contenteditable="true"])'),
]

test('every input has a case, and its options a schema that names existing field types', () => {
  const names = [...INPUTS.keys(), ...GROUP_WIDGETS.keys()].sort()
  expect(names).toEqual(Object.keys(CASES).sort())
  const files = readdirSync('schemas/widgets/inputs').map((file) => file.replace('.schema.json', ''))
  expect(files.sort()).toEqual(names)
  for (const name of files) {
    const schema = JSON.parse(readFileSync(`schemas/widgets/inputs/${name}.schema.json`, 'utf8')) as {
      family: string
      accepts: FieldType[]
    }
    expect(schema.family).toBe('input')
    for (const type of schema.accepts) expect(FIELD_TYPES).toContain(type)
  }
})

/** In everyday runs one for each input, the next for the one after it. */
function looksOf(name: string): readonly Shown[] {
  const { value } = CASES[name] as Case
  const all = [{ value }, { value, disabled: true }, {}, { value, invalid: true }]
  const turn = Object.keys(CASES).indexOf(name) % all.length
  return IS_LONG ? all : all.slice(turn, turn + 1)
}

describe.each(Object.keys(CASES))('input %s', (name) => {
  const { value, field: own } = CASES[name] as Case
  const id = idOf(own)

  test('renders its control without a value and with one', async () => {
    const { unmount } = await draw(name)
    expect(document.getElementById(id)).not.toBeNull()
    unmount()
    await draw(name, { value })
    const shown = `${document.body.textContent}${controls()
      .map((control) => (control as HTMLInputElement).value ?? '')
      .join()}`
    expect(shown.length).toBeGreaterThan(3)
  })

  test('cannot be changed while it is disabled', async () => {
    const onChange = vi.fn()
    await draw(name, { value, onChange, disabled: true })
    for (const control of controls()) {
      if (control.matches(':disabled')) continue
      await userEvent.type(control, '1').catch(() => undefined)
    }
    expect(onChange).not.toHaveBeenCalled()
  })

  test('references its error by aria-describedby and sets aria-invalid', async () => {
    await draw(name, { value, invalid: true })
    const described = document.querySelector(`[aria-describedby~="${id}-error"]`)
    expect(described).not.toBeNull()
    const isStructured = GROUP_WIDGETS.has(name)
    if (!isStructured) expect(document.querySelector('[aria-invalid="true"]')).not.toBeNull()
  })

  test('is reached and left by keyboard', async () => {
    const onLeave = vi.fn()
    await draw(name, { value, onLeave })
    const box = document.getElementById(id) as HTMLElement
    let wasInside = false
    for (let presses = 0; presses < 40 && document.activeElement?.textContent !== '下一个'; presses += 1) {
      await userEvent.tab()
      wasInside ||= box.contains(document.activeElement)
    }
    expect(wasInside).toBe(true)
    expect(document.activeElement?.textContent).toBe('下一个')
    await waitFor(() => expect(onLeave).toHaveBeenCalled())
  })

  test.each(looksOf(name))('passes the axe checks with %j', async (look) => {
    await draw(name, look)
    const found = await axe.run(document.body, {
      rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
    })
    expect(found.violations.map((violation) => `${violation.id}: ${violation.nodes[0]?.html}`)).toEqual([])
  })
})

/** Comes with its first use, and takes a busy machine longer to read than anybody waits for a day. */
beforeAll(() => import('#portal/widgets/inputs/parts/date-picker/calendar.tsx'), 60_000)

describe('single inputs', () => {
  const last = (spy: ReturnType<typeof vi.fn>) => spy.mock.calls.at(-1)?.[0] as unknown

  test.each([
    ['12.50', 12.5],
    ['１２', 12],
    ['1,200', 1200],
    ['-3', -3],
    ['abc', 'abc'],
    ['1e5', '1e5'],
  ])('number reads “%s” as %j', async (typed, value) => {
    const onChange = vi.fn()
    await draw('number', { onChange })
    await userEvent.type(screen.getByLabelText('数量'), typed)
    expect(last(onChange)).toBe(value)
    expect((screen.getByLabelText('数量') as HTMLInputElement).value).toBe(typed)
  })

  test.each([
    ['2026-1-5', '2026-01-05'],
    ['2026年1月5日', '2026-01-05'],
    ['20260105', '2026-01-05'],
    ['2026/7/1', '2026-07-01'],
    ['2026.07.01', '2026-07-01'],
    ['2026/13/05', '2026/13/05'],
  ])('date reads “%s” as %s', async (typed, value) => {
    const onChange = vi.fn()
    await draw('date', { onChange })
    await userEvent.type(screen.getByLabelText('日期'), typed)
    expect(last(onChange)).toBe(value)
  })

  test('date: the calendar works by keyboard alone and returns the focus to its button', async () => {
    const onChange = vi.fn()
    await draw('date', { value: '2026-01-31', onChange })
    const opener = screen.getByRole('button', { name: '打开日期的日历' })
    opener.focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('2026年1月31日'))
    await userEvent.keyboard('{ArrowRight}{PageDown}{Enter}')
    expect(last(onChange)).toBe('2026-03-01')
    expect(document.activeElement).toBe(opener)
    await userEvent.click(opener)
    const found = await axe.run(await screen.findByRole('dialog'), {
      rules: { 'color-contrast': { enabled: false } },
    })
    expect(found.violations.map((violation) => violation.id)).toEqual([])
    const day = await screen.findByRole('button', { name: '2026年3月1日' })
    const press = createEvent.keyDown(day, { key: 'Escape' })
    fireEvent(day, press)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(press.defaultPrevented, 'a dialog around it would close too').toBe(true)
  })

  test('date: months and years are chosen by keyboard, and a turned month is announced', async () => {
    const onChange = vi.fn()
    await draw('date', { value: '2026-01-31', onChange })
    await userEvent.click(screen.getByRole('button', { name: '打开日期的日历' }))
    await userEvent.click(await screen.findByRole('button', { name: '下个月' }))
    expect(screen.getByRole('status').textContent).toBe('2026年2月')
    await userEvent.click(screen.getByLabelText(/^2026年，选择年份/))
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('2026年'))
    await userEvent.keyboard('{ArrowRight}{Enter}')
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('2027年2月'))
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('2027年5月28日'))
    await userEvent.keyboard('{ArrowUp}{Enter}')
    expect(last(onChange)).toBe('2027-05-21')
  })

  test('date: the clear button of the calendar removes the value', async () => {
    const onChange = vi.fn()
    await draw('date', { value: '2026-01-31', onChange })
    await userEvent.click(screen.getByRole('button', { name: '打开日期的日历' }))
    await userEvent.click(await screen.findByRole('button', { name: '清除' }))
    expect(onChange).toHaveBeenLastCalledWith(undefined)
  })

  test('date: days that the rule of the field forbids are disabled and cannot be picked', async () => {
    const onChange = vi.fn()
    await draw('date', { value: '2026-01-20', onChange, fits: (_, day) => String(day) <= '2026-01-15' })
    await userEvent.click(screen.getByRole('button', { name: '打开日期的日历' }))
    const late = await screen.findByRole('button', { name: '2026年1月16日' })
    expect(late.getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(late)
    expect(onChange).not.toHaveBeenCalled()
    expect((screen.getByRole('button', { name: '今天' }) as HTMLButtonElement).disabled).toBe(true)
    await userEvent.click(screen.getByRole('button', { name: '2026年1月15日' }))
    expect(last(onChange)).toBe('2026-01-15')
  })

  test('region: a value is chosen level by level, and clearing a level selects its parent', async () => {
    const onChange = vi.fn()
    await draw('region', { onChange })
    await userEvent.selectOptions(screen.getByLabelText('省级'), '35')
    expect(last(onChange)).toBe('35')
    await userEvent.selectOptions(screen.getByLabelText('市级'), '3502')
    await userEvent.selectOptions(screen.getByLabelText('区县'), '350203')
    expect(last(onChange)).toBe('350203')
    await userEvent.selectOptions(screen.getByLabelText('市级'), '')
    expect(last(onChange)).toBe('35')
  })

  test('region: Enter or leaving takes the only search result, several results are offered', async () => {
    const onChange = vi.fn()
    await draw('region', { onChange })
    const search = screen.getByLabelText('搜索地区')
    const status = () => screen.getByRole('status').textContent
    for (const words of ['思明区', '福建省 厦门市 思明区', '厦门 思明']) {
      await userEvent.selectOptions(screen.getByLabelText('省级'), '')
      await userEvent.type(search, `${words}{Enter}`)
      expect(last(onChange)).toBe('350203')
      expect(status()).toBe('已选择：福建省 厦门市 思明区')
    }
    await userEvent.selectOptions(screen.getByLabelText('省级'), '')
    await userEvent.type(search, '思明区')
    await userEvent.tab()
    await userEvent.tab()
    expect(last(onChange)).toBe('350203')
    await waitFor(() => expect((search as HTMLInputElement).value).toBe(''))
    onChange.mockClear()
    await userEvent.type(search, '门{Enter}')
    expect(onChange).not.toHaveBeenCalled()
    expect(status()).toMatch(/^找到 \d+ 个，请选择/)
    await userEvent.click(screen.getByRole('button', { name: '福建省 厦门市' }))
    expect(last(onChange)).toBe('3502')
    await userEvent.type(search, '没有这里{Enter}')
    expect(status()).toBe('没有找到，请从列表选择')
    expect(last(onChange)).toBe('3502')
  })

  test('multi-select stores values in list order, and nothing when all are unchecked', async () => {
    const onChange = vi.fn()
    await draw('multi-select', { onChange })
    await userEvent.click(screen.getByLabelText('技术攻关'))
    await userEvent.click(screen.getByLabelText('采购需求'))
    expect(last(onChange)).toEqual(['1', '2'])
    await userEvent.click(screen.getByLabelText('技术攻关'))
    await userEvent.click(screen.getByLabelText('采购需求'))
    expect(last(onChange)).toBeUndefined()
  })

  test('multi-select: a long list is searchable, and chosen entries stay in list order', async () => {
    const many = Array.from({ length: 20 }, (_, index) => `装备${index}`)
    const uses = field('long', '装备类别', { type: 'array', uniqueItems: true, items: { enum: many } })
    const onChange = vi.fn()
    render(
      <main>
        <OneField widget="multi-select" field={uses} onChange={onChange} />
      </main>,
    )
    const box = await screen.findByRole('combobox', { name: /装备类别/ })
    const choose = async (words: string, name: string) => {
      await userEvent.clear(box)
      await userEvent.type(box, words)
      await userEvent.click(await screen.findByText(name, { selector: '.ant-select-item-option-content' }))
    }
    await choose('备17', '装备17')
    await choose('备3', '装备3')
    expect(last(onChange)).toEqual(['装备3', '装备17'])
    const remove = document.querySelectorAll('.ant-select-selection-item-remove')[1]
    await userEvent.click(remove as HTMLElement)
    expect(last(onChange)).toEqual(['装备3'])
  })

  test('select: an entry of a long list is found by typing and cleared by a button', async () => {
    const many = Array.from({ length: 20 }, (_, index) => `装备${index}`)
    const onChange = vi.fn()
    const kind = field('kind', '装备', { type: 'string', enum: many })
    render(
      <main>
        <OneField widget="select" field={kind} onChange={onChange} />
      </main>,
    )
    await userEvent.type(await screen.findByRole('combobox', { name: /装备/ }), '备11')
    await userEvent.click(await screen.findByText('装备11', { selector: '.ant-select-item-option-content' }))
    expect(last(onChange)).toBe('装备11')
    const empty = screen.getByRole('button', { name: '清除' })
    expect(empty.textContent).toBe('')
    await userEvent.click(empty)
    expect(last(onChange)).toBeUndefined()
  })

  test('switch: a required answer starts empty and accepts no as well as yes; a consent stays a switch', async () => {
    const given = vi.fn()
    const box = render(<OneField widget="switch" field={truth} required onChange={given} />)
    expect(screen.queryByRole('switch')).toBeNull()
    expect(screen.queryAllByRole('radio', { checked: true })).toEqual([])
    await userEvent.click(screen.getByLabelText('否'))
    expect(given).toHaveBeenLastCalledWith(false)
    await userEvent.click(screen.getByLabelText('是'))
    expect(given).toHaveBeenLastCalledWith(true)
    box.unmount()
    const consent = field('commit', '承诺', { type: 'boolean', enum: [true] }, { type: 'boolean' })
    render(<OneField widget="switch" field={consent} required />)
    expect(screen.getByRole('switch')).toBeTruthy()
  })

  test('tags: leaving stores the typed tag, which is rendered after the mouse button is released', async () => {
    const onChange = vi.fn()
    await draw('tags', { onChange })
    const input = screen.getByRole('textbox')
    await userEvent.type(input, '排水车')
    fireEvent.mouseDown(document.body)
    fireEvent.blur(input)
    expect(last(onChange)).toEqual(['排水车'])
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(screen.queryByRole('button', { name: '删除排水车' })).toBeNull()
    fireEvent.mouseUp(document.body)
    expect(await screen.findByRole('button', { name: '删除排水车' })).toBeTruthy()
    expect((input as HTMLInputElement).value).toBe('')
  })

  test('tags: one text adds several tags without duplicates, and Backspace removes the last tag', async () => {
    const onChange = vi.fn()
    await draw('tags', { onChange })
    await userEvent.type(screen.getByLabelText('标签'), '甲、乙，甲{Enter}')
    expect(last(onChange)).toEqual(['甲', '乙'])
    await userEvent.keyboard('{Backspace}')
    expect(last(onChange)).toEqual(['甲'])
  })

  test('password shows its strength, and its text on request', async () => {
    await draw('password')
    const input = screen.getByLabelText('名称') as HTMLInputElement
    await userEvent.type(input, 'abc')
    expect(screen.getByText('密码强度：太弱')).toBeTruthy()
    expect(input.type).toBe('password')
    await userEvent.click(screen.getByRole('button', { name: '显示名称' }))
    expect(input.type).toBe('text')
  })

  test('array-table: a row is added in a dialog', async () => {
    const onChange = vi.fn()
    await draw('array-table', { onChange })
    await userEvent.click(screen.getByRole('button', { name: '添加一行' }))
    await userEvent.type(await screen.findByLabelText(/开始/), '第一')
    await userEvent.click(screen.getByRole('button', { name: '确定' }))
    expect(last(onChange)).toEqual([{ start: '第一' }])
  })

  test('array-table: values of dictionaries are shown and chosen by their labels', async () => {
    const rows = field(
      'kinds',
      '分类',
      {
        type: 'array',
        items: {
          type: 'object',
          properties: { kind: { type: 'string', title: '类型', enum: ['1', '2'], 'x-dict': 'kind' } },
        },
      },
      { type: 'object-list' },
    )
    const onChange = vi.fn()
    render(<OneField widget="array-table" field={rows} value={[{ kind: '1' }]} onChange={onChange} />)
    expect(screen.getByRole('cell', { name: '采购需求' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: '添加一行' }))
    await userEvent.selectOptions(await screen.findByLabelText(/类型/), '技术攻关')
    await userEvent.click(screen.getByRole('button', { name: '确定' }))
    expect(last(onChange)).toEqual([{ kind: '1' }, { kind: '2' }])
  })
})

describe('device position', () => {
  const lng = field('lng', '经度', { type: 'number' }, { type: 'number', unit: '°' })
  type Locate = (done: (at: object) => void, failed: (error: object) => void) => void
  const drawAt = (getCurrentPosition: Locate) => {
    Object.defineProperty(navigator, 'geolocation', { value: { getCurrentPosition }, configurable: true })
    const write = vi.fn()
    const onChange = vi.fn()
    const store = oneFieldStore({ widget: 'number', field: lng, options: { latitude: 'lat' }, onChange })
    render(
      <OneField widget="number" field={lng} options={{ latitude: 'lat' }} store={store} place={{ write }} />,
    )
    return { onChange }
  }

  test('number: the longitude is filled with the device position only after a button press', async () => {
    const locate = vi.fn<Locate>((done) => done({ coords: { longitude: 119.30641239, latitude: 26.0753 } }))
    const { onChange } = drawAt(locate)
    expect(locate).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: '使用当前位置' }))
    expect(onChange).toHaveBeenCalledWith(119.306412)
    expect(screen.getByText('已填入当前位置')).toBeTruthy()
  })

  test.each([
    [1, '未获得定位授权，请在浏览器设置中允许定位，或直接填写'],
    [2, '无法获取当前位置，请直接填写'],
    [3, '定位超时，请重试或直接填写'],
  ])('number: a position error with code %s shows its message', async (code, message) => {
    drawAt((_, failed) => failed({ code }))
    await userEvent.click(screen.getByRole('button', { name: '使用当前位置' }))
    expect(screen.getByText(message)).toBeTruthy()
  })
})

test('date: the preset now sets the current minute and leaves an existing value unchanged', () => {
  const time = field('time', '时间', { type: 'string', format: 'date-time' }, { type: 'date-time' })
  const look = { widget: 'date', field: time, options: { preset: 'now' } }
  const preset = Date.parse(String(oneFieldStore(look).leaf('time').value))
  expect(Math.abs(Date.now() - preset)).toBeLessThan(120_000)
  const store = oneFieldStore({ ...look, value: '2026-01-02T09:00:00+08:00' })
  expect(store.leaf('time').value).toBe('2026-01-02T09:00:00+08:00')
})
