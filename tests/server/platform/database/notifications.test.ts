// Tests database notifications on every kind of database: delivery, transactions, closing, limits.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeDatabases } from './describe-databases.ts'

describeDatabases('notifications', (database) => {
  it('reach every listener of their channel until the listener stops', async () => {
    const heard: string[] = []
    const stops = [
      await database.handle.listen('chat', (payload) => heard.push(`1 ${payload}`)),
      await database.handle.listen('chat', (payload) => heard.push(`2 ${payload}`)),
      await database.handle.listen('other', (payload) => heard.push(`other ${payload}`)),
    ]
    await database.handle.notify('chat', '你好')
    await expect.poll(() => heard).toEqual(['1 你好', '2 你好'])
    for (const stop of stops) await stop()
    await database.handle.notify('chat', 'late')
    await sleep(100)
    expect(heard).toHaveLength(2)
  })

  it('are sent at commit and dropped on rollback', async () => {
    const heard: string[] = []
    const stop = await database.handle.listen('version', (payload) => heard.push(payload))
    const send = (payload: string, fails: boolean) =>
      database.handle.db.transaction().execute(async (t) => {
        await sql`select pg_notify('version', ${payload})`.execute(t)
        await sleep(50)
        expect(heard).not.toContain(payload)
        if (fails) throw new Error('no')
      })
    await expect(send('undone', true)).rejects.toThrow('no')
    await send('done', false)
    await expect.poll(() => heard).toEqual(['done'])
    await stop()
  })

  it('do not arrive on a closed database, where listen and stop still resolve', async () => {
    const { handle, drop } = await database.open()
    const heard: string[] = []
    const hear = (payload: string) => heard.push(payload)
    const stopEarly = await handle.listen('early', hear)
    const closed = handle.close()
    const stopDuring = await handle.listen('during', hear)
    await closed
    const stopLate = await handle.listen('late', hear)
    for (const stop of [stopEarly, stopDuring, stopLate]) await stop()
    expect(heard).toEqual([])
    await drop()
  })

  it.each([
    ['a name with a quote', 'a"b', 'x', /channel name/],
    ['a payload too long', 'chat', 'x'.repeat(8_000), /NOTIFY takes/],
  ])('refuse %s', async (_name, channel, payload, message) => {
    await expect(database.handle.notify(channel, payload)).rejects.toThrow(message)
  })
})
