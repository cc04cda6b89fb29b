// Tests the pictures of equipment categories over HTTP: each has one, and each type one of its own.
import { expect, test } from 'vitest'
import { createTestApp } from '../../server/support/test-app.ts'

test('every category of the portal has a picture, and every equipment type a different one', async () => {
  const portal = await createTestApp()
  try {
    const texts = new Map<string, string>()
    for (const { name, sets, levels } of portal.source.model.families.filter((one) => one.pictures))
      for (const { id, level } of sets) {
        const { status, text } = await portal.get(`/pictures/${name}/${id}.svg`)
        expect(status, `${name}/${id}`).toBe(200)
        if (level === levels.length - 1) texts.set(id, text)
      }
    expect(texts.size).toBeGreaterThan(50)
    expect(new Set(texts.values()).size).toBe(texts.size)
  } finally {
    await portal.close()
  }
})
