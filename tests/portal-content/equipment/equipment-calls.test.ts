// Tests that each equipment call of the specification answers as /openapi.json declares, whole and with
// nothing beside it, and refuses what it cannot do in words.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'
import { chamber } from '../../support/added-files.ts'

type Json = Readonly<Record<string, unknown>>

interface Call {
  /** Method and path as the specification has them. */
  readonly call: string
  /** Who may, beside whom nobody else is asked here; the access matrix asks all. */
  readonly by?: 'reader' | 'maker'
  /** What is asked and answered well. */
  readonly good: string | Json
  /** What is refused, with the status and what is said; a call that asks nothing refuses nothing. */
  readonly bad?: readonly [asked: string | Json, status: number, said: RegExp]
  /** What the answer must hold at least, so that nothing is proved with empty lists. */
  readonly holds: (data: unknown) => unknown
}

const ID = 'EQ001A'
const OF = { dataId: ID, dataType: 'equipment' }
const listed = (data: unknown) => (data as { list: unknown[] }).list.length
const long = (data: unknown) => (data as unknown[]).length
const anything = (data: unknown) => data !== undefined
const SAVED = {
  ...chamber('CALL-1', { flow: 3000, head: 15 }),
  equipmentType: 'E001',
}

const list = (call: string, more = ''): Call => ({
  call: `GET /newapi/api/avicResource/${call}`,
  good: `limit=2${more}`,
  bad: ['limit=1000', 400, /100|每页/],
  holds: listed,
})

const CALLS: readonly Call[] = [
  list('indexList'),
  list('resource/index', '&sysCategoryId=C0401&params.flowFrom=1000&sort=-params.flow'),
  list('showVideoList'),
  list('getListByCategory', '&sysCategoryId=C04'),
  list('enterprises'),
  list('enterprisesFxkh'),
  list('enterprisesVideo'),
  list('resourceByDeptId', '&deptId=CO001'),
  {
    call: 'GET /newapi/api/avicResource/getMaybeLike',
    good: `id=${ID}`,
    bad: ['id=nothing', 404, /不存在/],
    holds: long,
  },
  {
    call: 'GET /newapi/api/avicResource/info/{id}',
    good: ID,
    bad: ['nothing', 404, /不存在/],
    holds: anything,
  },
  {
    call: 'GET /newapi/api/avicResource/compareResParam',
    good: 'ids=EQ001A,EQ001B',
    bad: ['ids=EQ001A,EQ001B,EQ001C,EQ002A,EQ002B', 400, /最多同时比对 4 项/],
    holds: (data) => (data as { rows: unknown[] }).rows.length,
  },
  {
    call: 'GET /newapi/api/avicResource/compareStar',
    good: 'ids=EQ001A,EQ001B',
    bad: ['', 400, /请指明要比对的内容/],
    holds: (data) => (data as { stars: unknown[] }).stars.length,
  },
  {
    call: 'GET /newapi/api/avicResource/getPortrait',
    good: `id=${ID}`,
    bad: ['id=nothing', 404, /不存在/],
    holds: anything,
  },
  {
    call: 'GET /newapi/api/SysCategory/list',
    good: '',
    holds: long,
  },
  {
    call: 'GET /newapi/api/queryData',
    good: 'limit=2&keyWord=排水',
    bad: ['params.flowFrom=1', 400, /请先选择一个/],
    holds: listed,
  },
  {
    call: 'GET /newapi/api/findParamByCategory',
    good: 'categoryId=E001',
    bad: ['categoryId=E999', 400, /类目“E999”不存在/],
    holds: long,
  },
  {
    call: 'GET /newapi/api/findParamByCategoryNew',
    good: 'categoryIds=E001,E002',
    bad: ['', 400, /categoryId/],
    holds: long,
  },
  {
    call: 'POST /newapi/api/collect',
    by: 'reader',
    good: OF,
    bad: [{ ...OF, dataId: 'nothing' }, 404, /不存在/],
    holds: anything,
  },
  {
    call: 'GET /newapi/api/getCollectState',
    by: 'reader',
    good: `dataId=${ID}&dataType=equipment`,
    bad: ['', 400, /./],
    holds: anything,
  },
  {
    call: 'GET /newapi/api/collect/list',
    by: 'reader',
    good: '',
    bad: ['limit=1000', 400, /./],
    holds: listed,
  },
  {
    call: 'POST /newapi/api/uncollect',
    by: 'reader',
    good: OF,
    bad: [{ dataId: ID }, 400, /./],
    holds: anything,
  },
  {
    call: 'POST /newapi/api/support',
    by: 'reader',
    good: OF,
    bad: [{ ...OF, dataType: 'nothing' }, 400, /./],
    holds: anything,
  },
  {
    call: 'GET /newapi/api/getSupportState',
    by: 'reader',
    good: `dataId=${ID}&dataType=equipment`,
    bad: ['', 400, /./],
    holds: anything,
  },
  {
    call: 'POST /newapi/api/avicreport/report',
    by: 'reader',
    good: { ...OF, reason: '1', content: '参数与铭牌不符，请核实。' },
    bad: [{ ...OF, content: '短' }, 400, /./],
    holds: anything,
  },
  { call: 'POST /newapi/api/pv', good: OF, bad: [{ ...OF, dataType: 'nothing' }, 400, /./], holds: anything },
  {
    call: 'POST /newapi/api/save',
    by: 'maker',
    good: SAVED,
    bad: [{ ...SAVED, params: { flow: 9000 } }, 400, /额定流量不能大于 6000/],
    holds: anything,
  },
  {
    call: 'GET /newapi/api/searchrecords/records',
    by: 'reader',
    good: '',
    bad: ['limit=1000', 400, /./],
    holds: anything,
  },
  {
    call: 'GET /newapi/resourceScene/getByResourceIds',
    good: `resourceIds=${ID}`,
    bad: ['limit=1000', 400, /./],
    holds: listed,
  },
  {
    call: 'GET /newapi/resourceScene/getByCompanyId',
    good: 'companyId=CO001',
    bad: ['limit=1000', 400, /./],
    holds: listed,
  },
]

let app: TestApp
let document: { readonly paths: Record<string, Record<string, Json>>; readonly components: Json }
const tokens: Record<string, string> = {}

beforeAll(async () => {
  app = await createTestApp({ samples: true })
  tokens.reader = await app.signIn('reader', 'unit')
  tokens.maker = await app.signIn('maker', 'supplier')
  document = JSON.parse((await app.get('/openapi.json')).text)
}, 120_000)
afterAll(() => app.close())

/** Every property that is declared must be there, and none that is not: the portal leaves nothing out. */
function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strict)
  if (typeof schema !== 'object' || schema === null) return schema
  const own = schema as Json
  const inner = Object.fromEntries(Object.entries(own).map(([key, value]) => [key, strict(value)]))
  if (typeof own.$ref === 'string') {
    const path = own.$ref.replace('#/', '').split('/')
    return strict(path.reduce<unknown>((found, key) => (found as Json)[key], document))
  }
  if (Array.isArray(inner.allOf)) {
    const parts = inner.allOf as readonly Json[]
    return { ...parts[0], properties: Object.assign({}, ...parts.map(({ properties }) => properties)) }
  }
  if (own.type !== 'object' || own.properties === undefined) return inner
  const names = Object.keys(own.properties as Json)
  // Of an item, readers get what they may see, and in lists no long texts.
  const required = names.includes('revision') && names.includes('viewCount') ? ALWAYS : names
  return { ...inner, required, additionalProperties: false }
}

const ALWAYS = ['id', 'title', 'status', 'revision', 'publishedAt', 'viewCount', 'likeCount']

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })

function ask({ call, by }: Call, asked: string | Json) {
  const [method, path] = call.split(' ') as ['GET' | 'POST', string]
  const token = by && tokens[by]
  if (method === 'POST') return app.post(path, asked, { token })
  return app.get(path.includes('{id}') ? path.replace('{id}', String(asked)) : `${path}?${asked}`, { token })
}

describe('equipment calls of the specification', () => {
  test.each(CALLS.map((one) => [one.call, one] as const))(
    '%s answers as /openapi.json declares, and refuses invalid input in Chinese',
    async (call, one) => {
      const [method = '', path = ''] = call.split(' ')
      const declared = document.paths[path]?.[method.toLowerCase()]
      if (!declared) throw new Error('it is not declared')
      const responses = declared.responses as Record<string, Record<string, Record<string, Json>>>
      const schema = strict(responses['200']?.content?.['application/json']?.schema)
      const { status, text, data } = await ask(one, one.good)
      expect(status, text).toBe(200)
      expect(one.holds(data), text.slice(0, 200)).toBeTruthy()
      const isDeclared = ajv.compile(schema as object)
      const isGood = isDeclared(JSON.parse(text))
      const wrong = (isDeclared.errors ?? []).map(
        ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
      )
      expect(isGood ? [] : wrong).toEqual([])
      if (!one.bad) return
      const [asked, wanted, said] = one.bad
      const refused = await ask(one, asked)
      expect([refused.status, refused.text]).toEqual([wanted, expect.stringMatching(said)])
      expect(refused.msg).toMatch(/[\u4e00-\u9fff]/)
      if (one.by) {
        const guest = await ask({ ...one, call, by: undefined } as unknown as Call, one.good)
        expect(guest.status).toBe(401)
      }
    },
  )
})
