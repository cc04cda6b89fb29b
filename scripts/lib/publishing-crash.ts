// Kills a portal with kill -9 while it publishes what is due and takes autosaves; counts what was lost or done twice.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DEMO_PASSWORD, type RunningPortal, startPortal } from '../../tests/browser/support/start-portal.ts'

const ARTICLES = 12
/** Time for three reviews of all of them, on a busy machine too. */
const DUE_IN_MS = 60_000
/** From the first article that is public: the others follow within this time. */
const KILL_WITHIN_MS = 400
/** The scheduler looks every minute, and a restart takes its time. */
const PUBLISHED_WITHIN_MS = 240_000

export interface PublishingCrash {
  readonly articles: number
  /** Articles that were not public before the kill, and are published afterwards. */
  readonly afterKill: number
  readonly unpublished: number
  /** Published more than once, or told more than once to their editor. */
  readonly twice: number
  /** Acknowledged autosaves, and those that the portal does not hold afterwards. */
  readonly autosaves: number
  readonly lost: number
}

type Tokens = Readonly<Record<'editor' | 'reviewer' | 'reviewer-2' | 'reviewer-3', string>>

/** One portal on one data folder, killed once in each cycle. */
export async function runPublishingCrash(cycles: number): Promise<PublishingCrash> {
  const root = mkdtempSync(join(tmpdir(), 'equipnet-publishing-'))
  const total = { articles: 0, afterKill: 0, unpublished: 0, twice: 0, autosaves: 0, lost: 0 }
  let portal = await start(root)
  try {
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      const tokens = await signInAll(portal.url)
      const ids = await schedule(portal.url, tokens, cycle)
      const autosaves = new Autosaves(portal.url, tokens.editor, ids)
      autosaves.start()
      await until(async () => (await publicOf(portal.url, ids)).length > 0, PUBLISHED_WITHIN_MS)
      const before = (await publicOf(portal.url, ids)).length
      await sleep(Math.random() * KILL_WITHIN_MS)
      await portal.stop('SIGKILL')
      await autosaves.ended
      portal = await start(root)
      const { url } = portal
      await until(async () => (await publicOf(url, ids)).length === ids.length, PUBLISHED_WITHIN_MS)
      const { editor } = await signInAll(url)
      total.articles += ids.length
      total.afterKill += ids.length - before
      total.unpublished += ids.length - (await publicOf(url, ids)).length
      total.twice += await countTwice(url, editor, ids)
      total.autosaves += autosaves.count
      total.lost += await autosaves.countLost(url, editor)
    }
  } finally {
    await portal.stop()
    rmSync(root, { recursive: true, force: true })
  }
  return total
}

const start = (dataDir: string): Promise<RunningPortal> =>
  startPortal({ dataDir, env: { DEMO_PASSWORD, DATABASE_CONNECTIONS: '10' } })

async function call<T>(url: string, path: string, token: string, body?: object): Promise<T> {
  const sent = body && { method: 'POST', body: JSON.stringify(body) }
  const answer = await fetch(`${url}/newapi${path}`, {
    ...sent,
    headers: { 'content-type': 'application/json', token },
  })
  const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: T }
  if (code !== 0) throw new Error(`${path}: ${msg}`)
  return data
}

async function signInAll(url: string): Promise<Tokens> {
  const signIn = async (name: string) => {
    const account = { userName: `demo-${name}`, password: DEMO_PASSWORD }
    return (await call<{ token: string }>(url, '/api/login', '', account)).token
  }
  return {
    editor: await signIn('editor'),
    reviewer: await signIn('reviewer'),
    'reviewer-2': await signIn('reviewer-2'),
    'reviewer-3': await signIn('reviewer-3'),
  }
}

/** Writes articles that are due at one time, and passes them through all reviews. */
async function schedule(url: string, tokens: Tokens, cycle: number): Promise<string[]> {
  const { list } = await call<{ list: { topicId: string }[] }>(url, '/cmsInfo/sortedList', '')
  const publishAt = new Date(Date.now() + DUE_IN_MS).toISOString()
  const ids: string[] = []
  for (let number = 0; number < ARTICLES; number += 1) {
    const { id } = await call<{ id: string }>(url, '/operator/news/add', tokens.editor, {
      title: `中断试验第${cycle}轮第${number}篇`,
      topicId: list[0]?.topicId,
      source: '示例应急装备信息中心',
      content: '<p>首批排水抢险车今日集结下水，各储备库待命。</p>',
      publishAt,
    })
    for (const name of ['reviewer', 'reviewer-2', 'reviewer-3'] as const) {
      const { revision } = await call<{ revision: number }>(url, `/cmsInfo/info/${id}`, tokens[name])
      await call(url, `/operator/news/pass?id=${id}&revision=${revision}`, tokens[name])
    }
    ids.push(id)
  }
  return ids
}

/** Those that a visitor may read; none while the portal is away. */
async function publicOf(url: string, ids: readonly string[]): Promise<string[]> {
  const answers = await Promise.all(
    ids.map((id) => fetch(`${url}/newapi/cmsInfo/info/${id}`).then(({ status }) => status)),
  )
  return ids.filter((_, index) => answers[index] === 200)
}

async function until(isDone: () => Promise<boolean>, withinMs: number): Promise<void> {
  const deadline = Date.now() + withinMs
  while (!(await isDone()) && Date.now() < deadline) await sleep(20)
}

async function countTwice(url: string, token: string, ids: readonly string[]): Promise<number> {
  const { list } = await call<{ list: { title: string }[] }>(
    url,
    `/msgNotice/getMsgNoticeInfo?limit=${50}`,
    token,
  )
  let twice = 0
  for (const id of ids) {
    const { title, history } = await call<{ title: string; history: { to: string }[] }>(
      url,
      `/cmsInfo/info/${id}`,
      token,
    )
    const moves = history.filter(({ to }) => to === 'online').length
    const told = list.filter((notice) => notice.title === `装备资讯“${title}”已定时上线`).length
    if (moves !== 1 || told > 1) twice += 1
  }
  return twice
}

/** Autosaves of the articles' drafts without a pause, until the portal is gone. */
class Autosaves {
  count = 0
  ended: Promise<void> = Promise.resolve()
  readonly #acknowledged = new Map<string, number>()
  readonly #url: string
  readonly #token: string
  readonly #ids: readonly string[]

  constructor(url: string, token: string, ids: readonly string[]) {
    this.#url = url
    this.#token = token
    this.#ids = ids
  }

  start(): void {
    this.ended = Promise.all(this.#ids.slice(0, 4).map((id) => this.#type(id))).then(() => undefined)
  }

  /** Of an article's autosaves the last one counts: each holds all that was typed. */
  async countLost(url: string, token: string): Promise<number> {
    let lost = 0
    for (const [key, last] of this.#acknowledged) {
      const draft = await call<{ data: { summary: string } } | null>(
        url,
        `/api/draft?form=news&key=${key}`,
        token,
      )
      if (Number(draft?.data.summary ?? 0) < last) lost += 1
    }
    return lost
  }

  async #type(key: string): Promise<void> {
    for (let typed = 1; ; typed += 1) {
      const draft = { form: 'news', key, version: 1, data: { summary: String(typed) } }
      try {
        await call(this.#url, '/api/draft', this.#token, draft)
      } catch (error) {
        // `fetch` rejects so when nobody answers; a refusal would make this a test of nothing.
        if (error instanceof TypeError) return
        throw error
      }
      this.#acknowledged.set(key, typed)
      this.count += 1
      await sleep(5)
    }
  }
}
