// Tests that an article pasted from a web page keeps its paragraphs, from submission to display.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASTED } from '../../../support/rich-text/block-cases.ts'
import { ONE_DATABASE } from '../../platform/database/each-database.ts'
import { openStage, type Stage } from '../pending-changes/people.ts'

let stage: Stage
beforeAll(async () => {
  const [database] = ONE_DATABASE
  if (!database) throw new Error('no database')
  stage = await openStage(database)
})
afterAll(() => stage.app.close())

const LINES = ['第一行', '第二行', '正文', '要点一', '要点二', '小节', '流量', '3000', '扬程', '15']

test('a contribution pasted from a web page shows each block on its own line to author and visitors', async () => {
  const id = await stage.write('从网页粘贴的稿件', { content: PASTED })
  for (const who of ['author', 'guest'] as const) {
    const { content } = await stage.read(who, id)
    const blocks = String(content).match(/<(p|h4)>.*?<\/\1>/g) ?? []
    expect(
      blocks.map((block) => block.replace(/<[^>]+>/g, '')),
      who,
    ).toEqual(LINES)
  }
})
