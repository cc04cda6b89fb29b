// Checks what members do: they deal with each other, declare, import, state what they mean to buy, and see what waits for
// them. One portal serves all of it; who counts what is new comes first.
import { declaration } from './members/declaration.ts'
import { importing } from './members/import.ts'
import { intention } from './members/intention.ts'
import { letter } from './members/letter.ts'
import { liveStrip } from './members/live-strip.ts'
import { notices } from './members/notices.ts'
import { ownItems } from './members/own-items.ts'
import { people } from './members/people.ts'
import { userCentre } from './members/user-centre.ts'
import { describeInBrowser } from './support/browser-test.ts'

describeInBrowser('members', (stage) => {
  people(stage)
  notices(stage)
  declaration(stage)
  importing(stage)
  intention(stage)
  userCentre(stage)
  ownItems(stage)
  letter(stage)
  liveStrip(stage)
})
