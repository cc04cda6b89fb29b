// Tests imports of items from tables: template, validation of each row, confirmation, all rows or none.
import { setImmediate } from 'node:timers/promises'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readTable } from '#server/platform/table-files/read-table.ts'
import type { Paged } from '#shared/calls/envelope.ts'
import type { ImportView } from '#shared/calls/import-answers.ts'
import { IS_LONG } from '../../../support/long-run.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'
import { API, judgeAll, judgeTable, sendTable } from './send-table.ts'

const INTRO = '用于城市内涝、下穿隧道和地下车库的排水抢险，车载一体。'
const HEAD = '*装备名称,*型号,品牌,所在地区,*应用场景,*装备简介,额定流量（m³/h）,额定扬程（m）,供货周期（天）'
const FULL: Readonly<Record<string, string>> = {
  name: '垂直式供排水抢险车',
  brand: '江海',
  region: '福建省福州市鼓楼区',
  application: '城市内涝、抗旱保供',
  intro: INTRO,
  flow: '3000',
  head: '15',
  days: '30',
}

/** As many as one file may have, in the long run. */
const MANY = IS_LONG ? 5_000 : 2_000

/** One row of a file; each item has a model of its own. */
function row(model: string, change: Readonly<Record<string, string>> = {}): string {
  const given = { ...FULL, ...change }
  const cells = [given.name, model, given.brand, given.region, given.application, given.intro]
  return [...cells, given.flow, given.head, given.days].map((cell) => `"${cell ?? ''}"`).join(',')
}

const file = (...rows: readonly string[]) => [HEAD, ...rows].join('\r\n')

/** The least that is a workbook. */
function workbook(sheet: string): Buffer {
  return Buffer.from(
    zipSync({
      'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>'),
      'xl/_rels/workbook.xml.rels': strToU8(
        '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
      ),
      'xl/worksheets/sheet1.xml': strToU8(sheet),
    }),
  )
}

let app: TestApp
let supplier: string
let turn = 0
let applications: readonly string[]

beforeAll(async () => {
  app = await createTestApp()
  applications = (app.source.model.dictionaries.find(({ name }) => name === 'application')?.items ?? []).map(
    ({ label }) => label,
  )
})
afterAll(() => app.close())
beforeEach(async () => {
  turn += 1
  supplier = await app.signIn(`supplier-${turn}`, 'supplier')
})

const scenes = () => applications.slice(0, 2).join('、')
const good = (model: string, change: Readonly<Record<string, string>> = {}) =>
  row(model, { application: scenes(), ...change })
const countOwn = async () =>
  Number(
    (
      await app.services.db
        .selectFrom('item')
        .select((eb) => eb.fn.countAll().as('count'))
        .where('ownerId', '=', `supplier-${turn}`)
        .executeTakeFirstOrThrow()
    ).count,
  )
const confirm = (id: string, token = supplier) => app.post<ImportView>(`${API}/confirm`, { id }, { token })

test('an imported row with another separator than the headings is reported once, with both separators', async () => {
  const cells = ['垂直式供排水抢险车', 'M-7', '', '', scenes(), INTRO, '3000', '15', '30']
  const judged = await judgeTable(app, supplier, {
    content: file(
      good('M-1'),
      cells.join(';'),
      cells.map((cell) => `"${cell}"`).join('\t'),
      '"甲;乙;丙",M-9',
    ),
  })
  expect([judged.right, judged.wrong]).toEqual([1, 3])
  const whole = judged.faults.filter(({ column }) => column === null)
  expect(whole.map(({ row: at, message }) => [at, message])).toEqual([
    [3, '这一行以分号（;）分隔各列，与标题行的逗号（,）不一致'],
    [4, '这一行以制表符分隔各列，与标题行的逗号（,）不一致'],
  ])
  expect(judged.faults.filter(({ row: at }) => at === 3)).toHaveLength(1)
  expect(whole[0]).toMatchObject({ value: expect.stringMatching(/^垂直式供排水抢险车;M-7;/) })
  expect(whole[0]?.help).toContain('请改用逗号（,）分隔')
})

describe('import template', () => {
  test('has columns for form and category fields, but not for system fields, operator fields and files', async () => {
    const { app: server } = app
    const answer = await server.inject({
      url: `${API}/template?type=equipment&category=E001&format=xlsx`,
      headers: { token: supplier },
    })
    expect(answer.statusCode).toBe(200)
    const { rows } = await readTable(answer.rawPayload, { rows: 10, cells: 99, bytes: 9e6 })
    const heads = rows[0]?.cells ?? []
    expect(heads).toEqual(
      expect.arrayContaining([
        '*装备名称',
        '*型号',
        '*应用场景',
        '额定流量（m³/h）',
        '供货周期（天）',
        '性能特点',
      ]),
    )
    // What the category says, what the system or the operator fills in, and files are no columns.
    for (const head of ['装备类型', '所属企业', '重点装备', '图片', '说明书'])
      expect(heads.some((one) => one.includes(head))).toBe(false)
  })

  test('explains the columns in the second row of a csv file, and the import skips that row', async () => {
    const { text } = await app.get(`${API}/template?type=equipment&category=E001&format=csv`, {
      token: supplier,
    })
    expect(text).toContain('1000 至 6000')
    const filled = `${text}\r\n`
    const { msg } = await sendTable(app, supplier, { content: filled })
    expect(msg).toContain('没有内容')
  })

  test('is refused with 400 without a category of the last level', async () => {
    for (const category of ['', 'C04', 'E999']) {
      const answer = await app.get(`${API}/template?type=equipment&category=${category}`, { token: supplier })
      expect([answer.status, answer.errors?.[0]?.message]).toEqual([400, expect.stringContaining('装备类型')])
    }
  })
})

describe('imported row', () => {
  const faultsOf = async (...rows: readonly string[]) =>
    (await judgeTable(app, supplier, { content: file(...rows) })).faults.map(
      ({ row: at, column, message }) => [at, column, message],
    )

  test('is stored like a form submission: codes for titles, converted units, the category', async () => {
    const content = file(good('A-1', { flow: '1,000 L/s', region: '福建省 福州市 鼓楼区' }))
    const { id, right } = await judgeTable(app, supplier, { content })
    expect(right).toBe(1)
    expect((await confirm(id)).data).toMatchObject({ state: 'done', imported: 1 })
    const { body, status, category, region, search, title } = await app.services.db
      .selectFrom('item')
      .selectAll()
      .where('ownerId', '=', `supplier-${turn}`)
      .executeTakeFirstOrThrow()
    expect(body).toMatchObject({
      name: FULL.name,
      model: 'A-1',
      equipmentType: 'E001',
      region: '350102',
      params: { flow: 3600, head: 15 },
      priceType: '3',
      _receiptNo: expect.stringMatching(/^\d{14}$/),
    })
    expect({ status, category, region, title }).toEqual({
      status: 'pending',
      category: 'E001',
      region: '350102',
      title: FULL.name,
    })
    expect(search).toContain('抢险')
  })

  test('is refused with row, column and remedy of every error', async () => {
    const faults = await faultsOf(
      good('B-1', { flow: '9000' }),
      good('B-2', { application: '钓鱼' }),
      good('B-3', { name: '', region: '福建省厦门市鼓楼区' }),
      good('B-4', { flow: '60 kg', days: '一个月' }),
    )
    const expected = [
      [2, '额定流量', '额定流量不能大于 6000'],
      [3, '应用场景', expect.stringContaining('没有“钓鱼”这一项，可填')],
      [4, '装备名称', '请填写装备名称'],
      [4, '所在地区', expect.stringContaining('地区“福建省厦门市鼓楼区”不存在')],
      [5, '供货周期', '供货周期应为整数'],
      [5, '额定流量', expect.stringContaining('单位“kg”与“m³/h”不符')],
    ]
    expect(faults).toHaveLength(expected.length)
    expect(faults).toEqual(expect.arrayContaining(expected))
  })

  test('is refused with the decimal form if it holds a hexadecimal or binary number', async () => {
    const faults = await faultsOf(good('N-1', { flow: '0x7d0' }), good('N-2', { days: '0b11' }))
    expect(faults).toEqual([
      [2, '额定流量', '“0x7d0”不是规范的数字，请用十进制填写，例如 2000'],
      [3, '供货周期', '“0b11”不是规范的数字，请用十进制填写，例如 3'],
    ])
  })

  test('is refused if a formula has no stored result, instead of being read as empty', async () => {
    const heads = HEAD.split(',')
    const cells = ['某型抢险车', 'N-3', '', '', scenes(), INTRO]
    const text = (value: string, at: number, no: number) =>
      `<c r="${String.fromCharCode(65 + at)}${no}" t="inlineStr"><is><t>${value}</t></is></c>`
    const sheet = `<worksheet><sheetData>
      <row r="1">${heads.map((head, at) => text(head, at, 1)).join('')}</row>
      <row r="2">${cells.map((cell, at) => text(cell, at, 2)).join('')}<c r="G2"><f>2*1500</f></c><c r="H2"><f>3*5</f><v>15</v></c><c r="I2"><v>0x1e</v></c></row>
      </sheetData></worksheet>`
    const { faults } = await judgeTable(app, supplier, { name: 'a.xlsx', content: workbook(sheet) })
    expect(faults.map(({ column, message }) => [column, message])).toEqual(
      expect.arrayContaining([
        ['额定流量', expect.stringContaining('文件中没有计算结果')],
        ['供货周期', expect.stringContaining('请用十进制填写，例如 30')],
      ]),
    )
    expect(faults).toHaveLength(2)
  })

  test('is accepted from a file whose heading lost the ³ of a unit in GBK', async () => {
    const content = file(good('G-1')).replaceAll('³', '?')
    expect(content).toContain('?')
    const { right, wrong } = await judgeTable(app, supplier, { content })
    expect([right, wrong]).toEqual([1, 0])
  })

  test('is reported if it repeats an earlier row, and skipped if its owner already has the item', async () => {
    const first = await judgeTable(app, supplier, { content: file(good('C-1'), good('c-1 ')) })
    expect(first.faults.map(({ row: at, message }) => [at, message])).toEqual([
      [3, '与第 2 行的装备名称、型号相同'],
    ])
    await confirm(first.id)
    const second = await judgeTable(app, supplier, { content: file(good('C-1'), good('C-2')) })
    expect([second.right, second.wrong, second.exists]).toEqual([1, 0, 1])
    expect(second.faults[0]).toMatchObject({
      row: 2,
      verdict: 'exists',
      message: expect.stringContaining('待审核'),
    })
    await confirm(second.id)
    expect(await countOwn()).toBe(2)
    // Somebody else may have the same.
    const other = await app.signIn(`other-${turn}`, 'supplier')
    expect((await judgeTable(app, other, { content: file(good('C-1')) })).exists).toBe(0)
  })
})

test('an import needs a second confirmation if an item was added meanwhile, and creates no duplicate', async () => {
  const content = file(good('D-1'), good('D-2'))
  const { id } = await judgeTable(app, supplier, { content })
  const body = {
    name: FULL.name,
    model: 'D-1',
    equipmentType: 'E001',
    application: [app.source.model.dictionaries.find(({ name }) => name === 'application')?.items[0]?.value],
    intro: INTRO,
  }
  expect((await app.post('/newapi/api/save', body, { token: supplier })).code).toBe(0)
  expect((await confirm(id)).status).toBe(409)
  expect(await countOwn()).toBe(1)
  const { data } = await confirm(id)
  expect([data.imported, await countOwn()]).toEqual([1, 2])
  // Deciding twice imports once.
  await confirm(id)
  expect(await countOwn()).toBe(2)
})

test('a cancelled import stores nothing, and a second upload replaces the first', async () => {
  const first = await sendTable(app, supplier, { content: file(good('E-1')) })
  const second = await sendTable(app, supplier, { content: file(good('E-2')) })
  expect((await app.post(`${API}/step`, { id: first.data.id }, { token: supplier })).status).toBe(404)
  const { id } = await judgeAll(app, supplier, second.data.id)
  expect((await app.post(`${API}/cancel`, { id }, { token: supplier })).code).toBe(0)
  expect((await confirm(id)).status).toBe(404)
  expect(await countOwn()).toBe(0)
  expect((await app.get<{ job: unknown }>(`${API}/state?type=equipment`, { token: supplier })).data.job).toBe(
    null,
  )
})

test('import calls refuse imports of other accounts with 404 and accounts that may not add items with 403', async () => {
  const { id } = await judgeTable(app, supplier, { content: file(good('F-1')) })
  const other = await app.signIn(`else-${turn}`, 'supplier')
  for (const call of ['step', 'confirm', 'cancel'])
    expect((await app.post(`${API}/${call}`, { id }, { token: other })).status).toBe(404)
  expect((await app.get(`${API}/problems?id=${id}`, { token: other })).status).toBe(404)
  const reader = await app.signIn(`reader-${turn}`, 'ordinary')
  const auditor = await app.signIn(`auditor-${turn}`, 'auditor')
  for (const token of [reader, auditor]) {
    expect((await sendTable(app, token, { content: file(good('F-2')) })).status).toBe(403)
    expect((await app.get(`${API}/state?type=equipment`, { token })).status).toBe(403)
  }
  expect((await sendTable(app, undefined, { content: file(good('F-3')) })).status).toBe(401)
  const black = await app.signIn(`black-${turn}`, 'supplier', { black: true })
  expect((await sendTable(app, black, { content: file(good('F-4')) })).status).toBe(403)
  expect((await sendTable(app, supplier, { type: 'news', content: 'a' })).status).toBe(404)
})

test.each<readonly [string, string | Buffer, string]>([
  ['other headings', '名字,价钱\n泵,1', '未知的列：“名字”、“价钱”；缺少必填的列：“*装备名称”'],
  ['a column twice', `${HEAD},型号\n`, '重复的列：“型号”'],
  ['another unit of another measure', `${HEAD},展开时间（kg）\n`, '未知的列：“展开时间（kg）”'],
  ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]), '另存为'],
  ['too many rows', `${HEAD}\n${'a\n'.repeat(5_001)}`, '最多导入 5000 行'],
  ['too many bytes', Buffer.alloc(10 * 1024 * 1024 + 1, 0x61), '不能超过 10 MB'],
  ['nothing', '', '没有内容'],
])('a file with %s is refused', async (_, content, words) => {
  const { status, msg } = await sendTable(app, supplier, { content })
  expect(status).toBeGreaterThanOrEqual(400)
  expect(msg).toContain(words)
})

test.each(['装备.xlsx', 'a.XLS', 'b.xlsm'])(
  'a text file named %s is refused with 415, since its content is no workbook',
  async (name) => {
    for (const content of [file(good('X-1')), '<html><table><tr><td>1</td></tr></table></html>', '随便写的'])
      expect(await sendTable(app, supplier, { name, content })).toMatchObject({
        status: 415,
        msg: expect.stringContaining('文件扩展名为 Excel，内容却是文本'),
      })
  },
)

test(`an import of ${MANY} rows reports 37 invalid ones, stores the others and does not block the server`, async () => {
  const wrong = new Set(Array.from({ length: 37 }, (_, index) => index * Math.floor(MANY / 38)))
  const rows = Array.from({ length: MANY }, (_, index) =>
    good(`M-${index}`, wrong.has(index) ? { flow: '99' } : {}),
  )
  const started = performance.now()
  const sent = await sendTable(app, supplier, { content: file(...rows) })
  expect(sent.data).toMatchObject({ total: MANY, judged: 0, state: 'judging' })
  let reads = 0
  let isOver = false
  const reading = (async () => {
    while (!isOver) {
      expect((await app.get('/newapi/api/avicResource/resource/index?limit=1')).status).toBe(200)
      reads += 1
      // The embedded database answers without a turn of the loop, which the import needs.
      await setImmediate()
    }
  })()
  const judged = await judgeAll(app, supplier, sent.data.id).finally(() => {
    isOver = true
  })
  const judgedAt = performance.now()
  await reading
  // A step, of 250 rows, that kept everybody waiting would leave one answer or two for each.
  expect(reads).toBeGreaterThan((MANY / 250) * 5)
  expect([judged.right, judged.wrong, judged.exists]).toEqual([MANY - 37, 37, 0])
  expect(judged.faults.map(({ row: at, column }) => [at, column])).toEqual(
    [...wrong].map((index) => [index + 2, '额定流量']),
  )
  const report = await app.get(`${API}/problems?id=${judged.id}&format=csv`, { token: supplier })
  expect(report.text.split('\r\n')).toHaveLength(38)
  expect(report.text).toContain(
    '2,额定流量,99,额定流量不能小于 1000,"数字，1000 至 6000，单位 m³/h"'.replaceAll('"', ''),
  )
  console.info(`${MANY} rows: judged in ${Math.round(judgedAt - started)} ms`)
  const done = await confirm(judged.id)
  const ended = performance.now()
  expect(done.data).toMatchObject({ state: 'done', imported: MANY - 37 })
  expect(await countOwn()).toBe(MANY - 37)
  console.info(`${MANY} rows: stored in ${Math.round(ended - judgedAt)} ms`)
  const list = await app.get<Paged<unknown>>('/newapi/api/publication/list?limit=1', { token: supplier })
  expect(list.data.totalCount).toBe(MANY - 37)
}, 180_000)
