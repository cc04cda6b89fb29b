// Owns the cases of drafts, submission keys and what a draft of an older form becomes.
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

const calls = vi.hoisted(() => ({ get: vi.fn(), post: vi.fn() }))
vi.mock('../../../src/portal/api/client.ts', () => calls)

const { ApiError } = await import('../../../src/portal/api/api-error.ts')
const { loadDraft, loadLocalDraft, saveDraft } = await import('../../../src/portal/forms/draft-store.ts')
const { FormStore } = await import('../../../src/portal/forms/form-store.ts')
const { buildSubmissionKeys } = await import('../../../src/portal/forms/submission-key.ts')
const { draftData, takeUpDraft } = await import('../../../src/portal/forms/take-up-draft.ts')
const { useDraft } = await import('../../../src/portal/forms/use-draft.ts')
const { sampleForm } = await import('./sample-form.ts')

const mine = { form: 'demand', key: 'new', owner: 'u1' }
const draft = { version: 2, data: { title: '标题' }, updatedAt: '2026-01-05T00:00:00.000Z' }

beforeEach(() => {
  localStorage.clear()
  calls.get.mockReset().mockResolvedValue(null)
  calls.post.mockReset().mockResolvedValue({})
})
afterEach(() => vi.useRealTimers())

describe('changes', () => {
  const rows = [{ name: '水泵', count: 2 }, { name: '帐篷' }]
  const known = { data: { title: '标题', rows }, revision: 3 }
  const sentBody = () => calls.post.mock.calls.at(-1)?.[1] as Readonly<Record<string, unknown>>

  test('are sent alone, with the revision that they change', async () => {
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

  test('of nothing are not sent', async () => {
    expect(await saveDraft(mine, { ...draft, data: { ...known.data } }, known)).toEqual({
      isKept: true,
      kept: known,
    })
    expect(calls.post).not.toHaveBeenCalled()
  })

  test('meet those of another device, and both stay', async () => {
    const stale = new ApiError({ code: 40901, status: 409, message: '草稿已在别处保存过' })
    calls.post.mockRejectedValueOnce(stale).mockResolvedValue({ revision: 8 })
    calls.get.mockResolvedValue({ ...draft, data: { title: '别处的标题', rows }, revision: 7 })
    const data = { title: '标题', rows: [rows[0]] }
    expect(await saveDraft(mine, { ...draft, data }, known)).toMatchObject({
      isKept: true,
      kept: { revision: 8 },
    })
    expect(sentBody().data).toEqual({ title: '别处的标题', rows: [rows[0]] })
  })

  test('that no longer fit give way to the whole', async () => {
    const stale = new ApiError({ code: 40901, status: 409, message: '草稿已在别处保存过' })
    calls.post.mockRejectedValueOnce(stale).mockResolvedValue({ revision: 8 })
    calls.get.mockResolvedValue({ ...draft, data: { other: 1 }, revision: 7 })
    const data = { title: '标题', rows: [rows[0], { name: '帐篷', count: 5 }] }
    await saveDraft(mine, { ...draft, data }, known)
    expect(sentBody().data).toEqual({ other: 1, ...data })
  })
})

describe('where drafts lie', () => {
  test('a visitor’s in this browser', async () => {
    const visitor = { ...mine, owner: null }
    expect(await saveDraft(visitor, draft)).toEqual({ isKept: true })
    expect(calls.post).not.toHaveBeenCalled()
    expect(await loadDraft(visitor)).toMatchObject(draft)
  })

  test('a signed-in person’s with the server', async () => {
    await saveDraft(mine, draft)
    expect(calls.post).toHaveBeenCalledWith('/newapi/api/draft', {
      form: 'demand',
      key: 'new',
      version: 2,
      data: draft.data,
    })
    expect(loadLocalDraft(mine)).toBeNull()
  })

  test('here when the session was lost, and found again after signing in anew', async () => {
    calls.post.mockRejectedValue(new Error('401'))
    expect(await saveDraft(mine, draft)).toEqual({ isKept: true })
    expect(await loadDraft(mine)).toMatchObject(draft)
  })

  test('never shown to another account', async () => {
    calls.post.mockRejectedValue(new Error('401'))
    await saveDraft(mine, draft)
    expect(await loadDraft({ ...mine, owner: 'u2' })).toBeNull()
  })

  test('the newest of both places wins', async () => {
    calls.post.mockRejectedValueOnce(new Error('offline'))
    await saveDraft(mine, draft)
    const newer = { ...draft, data: { title: '别处' }, updatedAt: '2026-01-06T00:00:00.000Z' }
    calls.get.mockResolvedValue(newer)
    expect(await loadDraft(mine)).toEqual(newer)
  })
})

describe('keeping', () => {
  test('soon after the last change, and within ten seconds of steady typing', async () => {
    vi.useFakeTimers()
    const store = new FormStore(sampleForm)
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

  test('what was typed last stays here when the page goes before an answer', () => {
    const store = new FormStore(sampleForm)
    const { unmount } = renderHook(() => useDraft(store, mine, true))
    act(() => store.set('title', '没存上'))
    unmount()
    expect(loadLocalDraft(mine)?.data).toEqual({ title: '没存上' })
  })

  test('what was typed last is taken up, and not what was on its way when the page went', async () => {
    vi.useFakeTimers()
    const never = new Promise<never>(() => undefined)
    calls.post.mockReturnValueOnce(never)
    const store = new FormStore(sampleForm)
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

  test('handing in leaves no draft behind', async () => {
    const store = new FormStore(sampleForm)
    const { result, unmount } = renderHook(() => useDraft(store, mine, true))
    act(() => store.set('title', '已提交'))
    await act(() => result.current.clear())
    unmount()
    expect(loadLocalDraft(mine)).toBeNull()
    expect(calls.post).toHaveBeenCalledWith('/newapi/api/draft/remove', { form: 'demand', key: 'new' })
  })
})

test('a draft of an older form keeps what is still asked for and says so', () => {
  const old = { version: 1, data: { title: '标题', gone: 1 }, updatedAt: draft.updatedAt }
  const { data, notice } = takeUpDraft(sampleForm, old)
  expect(data).toEqual({ title: '标题' })
  expect(notice).toBe('保存草稿之后表单有更新，有 1 项内容已不再需要，其余已保留，请逐项核对。')
  expect(takeUpDraft(sampleForm, draft).notice).toBeUndefined()
})

test('passwords are kept in no draft', () => {
  const form = { ...sampleForm, inputs: { ...sampleForm.inputs, title: { widget: 'password' } } }
  expect(draftData(form, { title: 'secret', kind: '1' })).toEqual({ kind: '1' })
})

test('the same body has the same submission key, another body another', () => {
  const keys = buildSubmissionKeys()
  const first = keys({ a: 1 })
  expect(keys({ a: 1 })).toBe(first)
  expect(keys({ a: 2 })).not.toBe(first)
  expect(first).toMatch(/^[0-9a-f]{32}$/)
})
