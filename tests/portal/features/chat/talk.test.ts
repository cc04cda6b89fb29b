// Tests a conversation that starts from an item: permission, order of answers, name of the other user.
import { afterEach, expect, test, vi } from 'vitest'
import type { HistoryRange } from '#portal/features/chat/chat-client.ts'
import { createConversation } from '#portal/features/chat/conversation.ts'

const STRANGER = '未建立联系的用户'
const REFUSAL = '请从对方发布的内容页面发起沟通'
const answers: (() => void)[] = []

/** As the server judges: only who names an item of the other may write to a stranger. */
vi.mock('#portal/features/chat/chat-client.ts', () => ({
  markRead: () => Promise.resolve(),
  loadConversation: (_: string, { dataId }: HistoryRange) =>
    new Promise((resolve) => {
      const nickName = dataId ? '乙' : STRANGER
      const other = { userId: 'b', nickName, online: false, gone: false, readSeq: 0, blocked: false }
      answers.push(() =>
        resolve({ list: [], hasMore: false, other, item: null, refusal: dataId ? null : REFUSAL }),
      )
    }),
}))

afterEach(() => {
  answers.length = 0
})

const settled = () => new Promise((resolve) => setTimeout(resolve))
const answerAll = async (order: 'first' | 'last') => {
  while (answers.length > 0) {
    ;(order === 'first' ? answers.shift() : answers.pop())?.()
    await settled()
  }
}

test.each(['first', 'last'] as const)(
  'a conversation from an item stays allowed on a catch-up during its load, the %s call answered first',
  async (order) => {
    const talk = createConversation({ ownId: 'a', otherId: 'b' })
    void talk.load({ dataType: 'demand', dataId: 'D1' })
    void talk.catchUp()
    await answerAll(order)
    expect(talk.get().other?.userId).toBe('b')
    expect(talk.get().refusal).toBeNull()
  },
)

test('a conversation ignores the answer for its item after it was loaded again without the item', async () => {
  const talk = createConversation({ ownId: 'a', otherId: 'b' })
  void talk.load({ dataType: 'demand', dataId: 'D1' })
  void talk.load()
  await answerAll('last')
  expect(talk.get().refusal).toBe(REFUSAL)
})

test('a conversation that is loaded again without its item keeps the name of the other user', async () => {
  const talk = createConversation({ ownId: 'a', otherId: 'b' })
  void talk.load({ dataType: 'demand', dataId: 'D1' })
  await answerAll('first')
  void talk.load()
  await answerAll('first')
  expect(talk.get().other?.nickName).toBe('乙')
})

test('a conversation without an item shows 未建立联系的用户 as the name of an unrelated user', async () => {
  const talk = createConversation({ ownId: 'a', otherId: 'b' })
  void talk.load()
  await answerAll('first')
  expect(talk.get().other?.nickName).toBe(STRANGER)
})
