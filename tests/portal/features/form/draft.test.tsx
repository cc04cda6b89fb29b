// Tests drafts: patches, storage, automatic saving, conflicts between windows, submission keys.

import { act, renderHook } from '@testing-library/react'
import { applyPatches, type Patch } from 'immer'
import { useLayoutEffect } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { DraftSlot } from '#portal/features/form/draft/draft-store.ts'
import { loaded } from '../../../support/loaded-form.ts'

const calls = vi.hoisted(() => ({ get: vi.fn(), post: vi.fn() }))
vi.mock('#portal/core/api/client.ts', () => calls)

const { ApiError } = await import('#portal/core/api/api-error.ts')
const {
  loadDraft,
  loadLocalDraft,
  storeDraft: saveDraft,
} = await import('#portal/features/form/draft/draft-store.ts')
const { FormStore } = await import('#portal/core/form-state/form-store.ts')
const { buildSubmissionKeys } = await import('#portal/features/form/submission/use-submission.ts')
const { draftData, restoreDraft: takeUpDraft } = await import('#portal/features/form/draft/restore-draft.ts')
const { useDraft } = await import('#portal/features/form/draft/use-draft.ts')
const { sampleForm } = await import('./sample-form.ts')

const mine = { form: 'demand', key: 'new', owner: 'u1' }
const draft = { version: 2, data: { title: '标题' }, updatedAt: '2026-01-05T00:00:00.000Z' }

beforeEach(() => {
  localStorage.clear()
  calls.get.mockReset().mockResolvedValue(null)
  calls.post.mockReset().mockResolvedValue({})
})
afterEach(() => vi.useRealTimers())

describe('changes of a stored draft', () => {
  const rows = [{ name: '水泵', count: 2 }, { name: '帐篷' }]
  const known = { data: { title: '标题', rows }, revision: 3 }
  const sentBody = () => calls.post.mock.calls.at(-1)?.[1] as Readonly<Record<string, unknown>>

  test('are sent as patches with the revision that they change', async () => {
    calls.post.mockResolvedValue({ revision: 4 })
    const data = { title: '标题', rows: [rows[0], { name: '帐篷', count: 5 }] }
    const saved = await saveDraft(mine, { ...draft, data }, known)
    expect(saved).toEqual({ isKept: true, kept: { data, revision: 4 } })
    expect(sentBody()).toEqual({
      form: 'demand',
      key: 'new',
      version: 2,
      revision: 3,
      patches: [{ op: 'add', path: ['rows', 1, 'count'], value: 5 }],
    })
  })

  test('are not sent when the draft equals the stored one', async () => {
    expect(await saveDraft(mine, { ...draft, data: { ...known.data } }, known)).toEqual({
      isKept: true,
      kept: known,
    })
    expect(calls.post).not.toHaveBeenCalled()
  })

  test('are sent whole with the base when the item they change was merged with a newer one', async () => {
    calls.post.mockResolvedValue({ revision: 4 })
    const begun = { ...known, base: 7 }
    const saved = await saveDraft(mine, { ...draft, data: known.data, base: 8 }, begun)
    expect(saved.kept).toEqual({ data: known.data, base: 8, revision: 4 })
    expect(sentBody()).toMatchObject({ revision: 3, data: known.data, base: 8 })
    const next = { ...draft, data: { title: '接着写', rows }, base: 8 }
    await saveDraft(mine, next, saved.kept)
    expect(sentBody()).not.toHaveProperty('base')
  })

  const stale = new ApiError({ code: 40901, status: 409, message: '草稿已在别处保存过' })
  const there = { ...draft, data: { title: '别处的标题', rows }, revision: 7 }

  test.each([
    ['of another window', known],
    ['of another window, where nothing was kept before', { data: {}, revision: 0 }],
  ])('stay in this browser and do not overwrite the newer draft %s', async (_name, base) => {
    calls.post.mockRejectedValueOnce(stale).mockResolvedValue({ revision: 8 })
    calls.get.mockResolvedValue(there)
    const data = { title: '标题', rows: [rows[0]] }
    expect(await saveDraft(mine, { ...draft, data }, base)).toEqual({
      isKept: false,
      kept: base,
      newer: there,
    })
    expect(calls.post).toHaveBeenCalledOnce()
    // What was typed stays in this browser, as what the server's is not made of.
    expect(loadLocalDraft(mine)).toMatchObject({ data, after: base.revision })
  })

  test('are sent with the new revision when only the answer to the previous save was lost', async () => {
    const data = { title: '没有回音', rows }
    calls.post.mockRejectedValueOnce(new Error('offline'))
    const { kept } = await saveDraft(mine, { ...draft, data }, known)
    calls.post.mockRejectedValueOnce(stale).mockResolvedValue({ revision: 5 })
    calls.get.mockResolvedValue({ ...there, data, revision: 4 })
    const next = { title: '接着写', rows }
    expect(await saveDraft(mine, { ...draft, data: next }, kept)).toEqual({
      isKept: true,
      kept: { data: next, revision: 5 },
    })
    expect(sentBody()).toMatchObject({ revision: 4, data: next })
  })

  test('create a new draft when the stored one has been deleted meanwhile', async () => {
    calls.post.mockRejectedValueOnce(stale).mockResolvedValue({ revision: 1 })
    const data = { title: '接着写' }
    expect(await saveDraft(mine, { ...draft, data }, known)).toMatchObject({ isKept: true })
    expect(sentBody()).toMatchObject({ revision: 0, data })
  })

  test('are followed by the whole draft when the server refuses the patches', async () => {
    const unfit = new ApiError({ code: 40001, status: 400, message: '修改与草稿现在的内容不符' })
    calls.post.mockRejectedValueOnce(unfit).mockResolvedValue({ revision: 8 })
    const data = { title: '标题', rows: [rows[0], { name: '帐篷', count: 5 }] }
    await saveDraft(mine, { ...draft, data }, known)
    expect(sentBody()).toMatchObject({ revision: 3, data })
  })
})

describe('storage of drafts', () => {
  test('keeps the draft of a visitor in this browser', async () => {
    const visitor = { ...mine, owner: null }
    expect(await saveDraft(visitor, draft)).toMatchObject({ isKept: true })
    expect(calls.post).not.toHaveBeenCalled()
    expect(await loadDraft(visitor)).toMatchObject(draft)
  })

  test('sends the draft of a signed-in user to the server and keeps no local copy', async () => {
    await saveDraft(mine, draft)
    const sent = { form: 'demand', key: 'new', version: 2, data: draft.data }
    expect(calls.post).toHaveBeenCalledWith('/newapi/api/draft', sent, {}, { quiet: true })
    expect(loadLocalDraft(mine)).toBeNull()
  })

  test('keeps the draft in this browser after a 401 and loads it after the next sign-in', async () => {
    calls.post.mockRejectedValue(new Error('401'))
    expect(await saveDraft(mine, draft)).toEqual({ isKept: true, unsent: 'server' })
    expect(await loadDraft(mine)).toMatchObject(draft)
  })

  test('never loads the local draft of another account', async () => {
    calls.post.mockRejectedValue(new Error('401'))
    await saveDraft(mine, draft)
    expect(await loadDraft({ ...mine, owner: 'u2' })).toBeNull()
  })

  test('loads the newer one of the local and the server draft', async () => {
    calls.post.mockRejectedValueOnce(new Error('offline'))
    await saveDraft(mine, draft)
    const newer = { ...draft, data: { title: '别处' }, updatedAt: '2026-01-06T00:00:00.000Z' }
    calls.get.mockResolvedValue(newer)
    expect(await loadDraft(mine)).toEqual(newer)
  })
})

describe('automatic saving of a draft', () => {
  test('saves two seconds after a change, and within ten seconds of steady typing', async () => {
    vi.useFakeTimers()
    const store = new FormStore(loaded(sampleForm))
    const { unmount } = renderHook(() => useDraft(store, mine, true))
    act(() => store.set('title', '标'))
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(calls.post).toHaveBeenCalledTimes(1)
    for (let second = 0; second < 10; second += 1) {
      act(() => store.set('title', `标${second}`))
      await act(() => vi.advanceTimersByTimeAsync(1_000))
    }
    expect(calls.post).toHaveBeenCalledTimes(2)
    unmount()
  })

  test('saves a change that is made between the first render and its effects', async () => {
    vi.useFakeTimers()
    const store = new FormStore(loaded(sampleForm))
    // Between the drawing of the form and its effects, as on a busy machine.
    const typeAtOnce = () => useLayoutEffect(() => store.set('title', '一开始就写的'), [])
    const { result, unmount } = renderHook(() => {
      typeAtOnce()
      return useDraft(store, mine, true)
    })
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(calls.post).toHaveBeenCalledTimes(1)
    expect(result.current.state).toBe('saved')
    unmount()
  })

  test('stores the last change in this browser when the page unmounts before an answer', () => {
    const store = new FormStore(loaded(sampleForm))
    const { unmount } = renderHook(() => useDraft(store, mine, true))
    act(() => store.set('title', '没存上'))
    unmount()
    expect(loadLocalDraft(mine)?.data).toEqual({ title: '没存上' })
  })

  test('prefers the last local change to an unanswered save, and a later server revision to both', async () => {
    vi.useFakeTimers()
    const never = new Promise<never>(() => undefined)
    calls.post.mockReturnValueOnce(never)
    const store = new FormStore(loaded(sampleForm))
    const { unmount } = renderHook(() => useDraft(store, mine, true))
    act(() => store.set('title', '先写的'))
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(calls.post).toHaveBeenCalledTimes(1)
    act(() => store.set('title', '后写的'))
    unmount()
    // The server's clock is ahead, and it has taken the first.
    const updatedAt = new Date(Date.now() + 60_000).toISOString()
    calls.get.mockResolvedValue({ ...draft, data: { title: '先写的' }, updatedAt, revision: 1 })
    expect((await loadDraft(mine))?.data).toEqual({ title: '后写的' })
    calls.get.mockResolvedValue({ ...draft, data: { title: '别处' }, updatedAt, revision: 2 })
    expect((await loadDraft(mine))?.data).toEqual({ title: '别处' })
  })

  test.each([
    ['network', 0],
    ['server', 503],
  ] as const)(
    'keeps the draft in this browser when it is not sent (%s, status %d), says so, and sends it later',
    async (state, status) => {
      vi.useFakeTimers()
      calls.post.mockRejectedValueOnce(new ApiError({ code: -1, status, message: '' }))
      const store = new FormStore(loaded(sampleForm))
      const { result, unmount } = renderHook(() => useDraft(store, mine, true))
      act(() => store.set('title', '断网时写的'))
      await act(() => vi.advanceTimersByTimeAsync(2_000))
      expect(result.current.state).toBe(state)
      expect(loadLocalDraft(mine)?.data).toEqual({ title: '断网时写的' })
      await act(() => vi.advanceTimersByTimeAsync(15_000))
      expect(result.current.state).toBe('saved')
      expect(calls.post).toHaveBeenCalledTimes(2)
      expect(calls.post.mock.calls[1]?.[1]).toMatchObject({ data: { title: '断网时写的' } })
      expect(loadLocalDraft(mine)).toBeNull()
      unmount()
    },
  )

  test('sends a draft that was kept in this browser as soon as the network is back', async () => {
    vi.useFakeTimers()
    calls.post.mockRejectedValueOnce(new ApiError({ code: -1, status: 0, message: '' }))
    const store = new FormStore(loaded(sampleForm))
    const { result, unmount } = renderHook(() => useDraft(store, mine, true))
    act(() => store.set('title', '断网时写的'))
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    await act(async () => void dispatchEvent(new Event('online')))
    expect(result.current.state).toBe('saved')
    expect(calls.post).toHaveBeenCalledTimes(2)
    unmount()
  })

  test('deletes the local and the server draft after the submission', async () => {
    const store = new FormStore(loaded(sampleForm))
    const { result, unmount } = renderHook(() => useDraft(store, mine, true))
    act(() => store.set('title', '已提交'))
    await act(() => result.current.clear())
    unmount()
    expect(loadLocalDraft(mine)).toBeNull()
    expect(calls.post).toHaveBeenCalledWith('/newapi/api/draft/remove', { form: 'demand', key: 'new' })
  })
})

describe('draft conflicts between two windows', () => {
  /** One account's draft as the server keeps it. */
  function keepOnServer() {
    let kept: { data: Record<string, unknown>; revision: number } | null = null
    calls.get.mockImplementation(async () => kept && { ...draft, ...structuredClone(kept) })
    calls.post.mockImplementation(async (path: string, body: Record<string, unknown>) => {
      if (path.endsWith('/remove')) {
        kept = null
        return {}
      }
      if (body.revision !== undefined && body.revision !== (kept?.revision ?? 0))
        throw new ApiError({ code: 40901, status: 409, message: '草稿已在别处保存过' })
      const patched = () => applyPatches(kept?.data ?? {}, body.patches as Patch[])
      const data = (body.data ?? patched()) as Record<string, unknown>
      kept = { data, revision: (kept?.revision ?? 0) + 1 }
      return { revision: kept.revision }
    })
    return () => kept?.data
  }

  async function openWindow(place: DraftSlot) {
    const found = await loadDraft(place)
    const store = new FormStore(loaded(sampleForm), found?.data)
    const { result, unmount } = renderHook(() => useDraft(store, place, true, undefined, found))
    const type = async (title: string) => {
      act(() => store.set('title', title))
      await act(() => vi.advanceTimersByTimeAsync(2_000))
    }
    return { store, type, unmount, keeper: () => result.current }
  }

  /** The first has written, the second gone on with it, and then the first again. */
  async function meet(place: DraftSlot) {
    const first = await openWindow(place)
    await first.type('第一个窗口')
    const second = await openWindow(place)
    await second.type('第二个窗口')
    expect(second.keeper().state).toBe('saved')
    await first.type('第一个窗口又写')
    return { first, second }
  }

  beforeEach(() => vi.useFakeTimers())

  test.each([
    ['an account’s', mine],
    ['a visitor’s', { ...mine, owner: null }],
  ])(
    'with %s draft, the stale window reports the newer version and overwrites it only on request',
    async (_name, place) => {
      const onServer = keepOnServer()
      const standing = () => (place.owner ? onServer() : loadLocalDraft(place)?.data)
      const { first } = await meet(place)
      expect(first.keeper()).toMatchObject({ state: 'elsewhere', newer: { data: { title: '第二个窗口' } } })
      await first.type('第一个窗口还在写')
      expect(await first.keeper().save()).toBe(false)
      expect(standing()).toEqual({ title: '第二个窗口' })
      await act(async () => first.keeper().keep())
      expect(first.keeper()).toMatchObject({ state: 'saved', newer: null })
      expect(standing()).toEqual({ title: '第一个窗口还在写' })
    },
  )

  test('the stale window continues the newer draft after the user takes it over', async () => {
    const onServer = keepOnServer()
    const { first } = await meet(mine)
    act(() => {
      first.store.replace(first.keeper().newer?.data ?? {})
      first.keeper().take()
    })
    await first.type('接着第二个窗口写')
    expect(onServer()).toEqual({ title: '接着第二个窗口写' })
    expect(first.keeper().state).toBe('saved')
  })

  test('the second window to save reports a conflict when both windows started empty', async () => {
    const onServer = keepOnServer()
    const [first, second] = [await openWindow(mine), await openWindow(mine)]
    await first.type('第一个窗口')
    await second.type('第二个窗口')
    expect(second.keeper().state).toBe('elsewhere')
    expect(onServer()).toEqual({ title: '第一个窗口' })
  })

  test('submitting in one window leaves the draft that the other window saved later', async () => {
    const onServer = keepOnServer()
    const first = await openWindow(mine)
    await first.type('第一个窗口')
    const second = await openWindow(mine)
    await second.type('第二个窗口')
    await act(() => first.keeper().clear())
    expect(onServer()).toEqual({ title: '第二个窗口' })
    await act(() => second.keeper().clear())
    expect(onServer()).toBeUndefined()
  })

  test('after a restart in one window the other one still saves, and the restarted one reports a conflict', async () => {
    const onServer = keepOnServer()
    const first = await openWindow(mine)
    await first.type('第一个窗口')
    const second = await openWindow(mine)
    await act(async () => second.keeper().restart())
    expect(onServer()).toBeUndefined()
    await first.type('第一个窗口又写')
    expect(onServer()).toEqual({ title: '第一个窗口又写' })
    await second.type('重新写的')
    expect(second.keeper().state).toBe('elsewhere')
  })

  test('leaving a window and returning to it causes no conflict', async () => {
    const visitor = { ...mine, owner: null }
    const first = await openWindow(visitor)
    await first.type('写')
    act(() => first.store.set('title', '写着'))
    act(() => void window.dispatchEvent(new Event('pagehide')))
    await first.type('写着写着')
    expect(first.keeper().state).toBe('saved')
    expect(loadLocalDraft(visitor)?.data).toEqual({ title: '写着写着' })
  })
})

test('a draft of an older form version keeps the remaining fields and shows a notice', () => {
  const old = { version: 1, data: { title: '标题', gone: 1 }, updatedAt: draft.updatedAt }
  const { data, notice } = takeUpDraft(sampleForm, old)
  expect(data).toEqual({ title: '标题' })
  expect(notice).toBe('保存草稿之后表单有更新，有 1 项内容已不再需要，其余已保留，请逐项核对。')
  expect(takeUpDraft(sampleForm, draft).notice).toBeUndefined()
})

test('a stored draft contains no passwords', () => {
  const form = { ...sampleForm, inputs: { ...sampleForm.inputs, title: { widget: 'password' } } }
  expect(draftData(form, { title: 'secret', kind: '1' })).toEqual({ kind: '1' })
})

test('equal bodies get the same submission key, different bodies get different keys', () => {
  const keys = buildSubmissionKeys()
  const first = keys({ a: 1 })
  expect(keys({ a: 1 })).toBe(first)
  expect(keys({ a: 2 })).not.toBe(first)
  expect(first).toMatch(/^[0-9a-f]{32}$/)
})
