// Tests how little a read takes: the files that a list request passes, and the statements of a list and of an item.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countExecutedFiles } from '../../support/executed-files.ts'
import { statementsOf } from '../../support/statements.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

/**
 * Called around every request, whatever it asks for: by Fastify, by the driver, to let it wait its turn, to know who
 * calls and whether the site is open, and to reach the current model.
 */
const AROUND =
  /^((app|services)\.ts|configuration\/|platform\/(http|health|database|limits|secrets)\/|platform\/operations\/identify-caller|site\/closures)/

interface List {
  readonly list: readonly { readonly id: string }[]
}

describe('walk of a read', () => {
  let files: Awaited<ReturnType<typeof countExecutedFiles>>
  let app: TestApp
  let token: string
  beforeAll(async () => {
    files = await countExecutedFiles()
    app = await createTestApp({ samples: true })
    token = await app.signIn('reader', 'unit')
  })
  afterAll(async () => {
    files.end()
    await app.close()
  })

  let page = 1
  /** Another page each time, so that nothing comes from a cache. */
  const askList = async () => {
    const answer = await app.get<List>(`/newapi/bidding/list?page=${page++}&limit=2`)
    expect(answer.code).toBe(0)
    return answer.data.list
  }
  test('a list request passes 15 files of the server at most', async () => {
    for (let index = 0; index < 3; index += 1) await askList()
    const passed = await files.of(askList)
    expect(passed.filter((file) => !AROUND.test(file)).length).toBeLessThanOrEqual(15)
  })

  const askItem = async (id: string | undefined, options = {}) =>
    expect((await app.get(`/newapi/bidding/info/${id}`, options)).code).toBe(0)

  test('a list takes two statements: the rows and, unless it is cached, their number', async () => {
    page = 1
    await app.services.db.updateTable('item').set({ viewCount: 1 }).where('type', '=', 'bidding').execute()
    app.services.cache.changed('bidding')
    const { all } = await statementsOf(askList)
    expect(all.filter((text) => !text.includes('content_version'))).toHaveLength(2)
    expect(
      (await statementsOf(askList)).all.filter((text) => !text.includes('content_version')),
    ).toHaveLength(1)
  })

  test('an item takes one statement for a visitor, and three for a signed-in reader', async () => {
    page = 1
    const [first] = await askList()
    const read = async (work: () => Promise<unknown>) =>
      (await statementsOf(work)).all.filter((text) => !text.includes('content_version'))
    expect(await read(() => askItem(first?.id))).toHaveLength(1)
    await askItem(first?.id, { token })
    expect(await read(() => askItem(first?.id, { token }))).toHaveLength(3)
  })
})
