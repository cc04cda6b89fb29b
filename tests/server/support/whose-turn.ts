// Provides what everybody of a test sees of one item after a step: whose turn it is, where it waits, who was told what.
import { expect } from 'vitest'
import type { Paged } from '#shared/calls/envelope.ts'
import type { TestApp } from './test-app.ts'

interface Row {
  readonly id: string
  readonly status: string
  readonly turn: string
}

/** Of those who see something, by name. */
export interface Seen<Name extends string> {
  /** The state in which it waits at the desk of operators and auditors; null where it does not. */
  readonly desk: string | null
  readonly todo: Readonly<Partial<Record<Name, string>>>
  /** Notices since it was asked last, the newest first. */
  readonly told: Readonly<Partial<Record<Name, readonly string[]>>>
}

export interface Onlookers<Name extends string> {
  /** Also holds that the figures of whoever it concerns agree with his lists. */
  seen(id: string): Promise<Seen<Name>>
}

interface Asked<Name extends string> {
  readonly app: TestApp
  readonly names: readonly Name[]
  readonly tokenOf: (name: Name) => string | undefined
  /** Whoever reads the desk. */
  readonly desk: readonly Name[]
}

export function watch<Name extends string>({ app, names, tokenOf, desk }: Asked<Name>): Onlookers<Name> {
  const known = new Set<string>()
  const read = async <T>(call: string, name: Name): Promise<T> => {
    const { data, text } = await app.get<T>(`/newapi/${call}`, { token: tokenOf(name) })
    if (!data) throw new Error(`${name} ${call}: ${text}`)
    return data
  }
  const page = <T>(call: string, name: Name) => read<Paged<T>>(`${call}?limit=50`, name)

  async function todoOf(id: string, name: Name): Promise<string | undefined> {
    const { list, totalCount } = await page<Row>('userPage/todo', name)
    const turn = list.find((row) => row.id === id)?.turn
    if (turn === undefined) return undefined
    const counts = await read<readonly { type: string; count: number }[]>('userPage/counts', name)
    expect(counts.find(({ type }) => type === 'todo')?.count, `the figure of ${name}`).toBe(totalCount)
    return turn
  }

  async function toldTo(name: Name): Promise<readonly string[]> {
    const { list, totalCount } = await page<{ id: string; title: string }>('msgNotice/getMsgNoticeInfo', name)
    const fresh = list.filter(({ id }) => !known.has(`${name} ${id}`))
    for (const { id } of fresh) known.add(`${name} ${id}`)
    if (fresh.length === 0) return []
    const unread = await read<{ notices: number }>('msgNotice/unread', name)
    expect(unread.notices, `what ${name} has not read`).toBe(totalCount)
    return fresh.map(({ title }) => title)
  }

  return {
    async seen(id) {
      const todo: Partial<Record<Name, string>> = {}
      const told: Partial<Record<Name, readonly string[]>> = {}
      for (const name of names) {
        const [turn, titles] = [await todoOf(id, name), await toldTo(name)]
        if (turn !== undefined) todo[name] = turn
        if (titles.length > 0) told[name] = titles
      }
      const waits: (string | undefined)[] = []
      for (const name of desk) {
        const { list } = await page<Row>('api/moderation/queue', name)
        waits.push(list.find((row) => row.id === id)?.status)
      }
      expect(new Set(waits).size, 'operators and auditors see one desk').toBe(1)
      return { desk: waits[0] ?? null, todo, told }
    },
  }
}
