// Checks what visitors, suppliers and operators do with equipment. One portal serves all of it; what publishes comes last.
import { IS_LONG } from '../support/long-run.ts'
import { cards } from './equipment/cards.ts'
import { reading } from './equipment/detail.ts'
import { finding } from './equipment/find.ts'
import { onTablet } from './equipment/tablet.ts'
import { newVersion } from './equipment/version.ts'
import { describeWithPictures } from './support/browser-test.ts'

describeWithPictures('equipment', (stage) => {
  finding(stage)
  cards(stage)
  reading(stage)
  onTablet(stage)
  // That a change waits beside what is public everyday runs see of another type.
  if (IS_LONG) newVersion(stage)
})
