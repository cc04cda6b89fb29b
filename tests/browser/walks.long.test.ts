// Checks the long ways that several people go together: from what is published, asked for, applied for or dispatched to what
// became of it. One portal serves all of it.
import { describeWithPictures } from './support/browser-test.ts'
import { docking } from './walks/docking.ts'
import { incubation } from './walks/incubation.ts'
import { publishing } from './walks/publishing.ts'
import { rescue } from './walks/rescue.ts'

describeWithPictures('walks', (stage) => {
  publishing(stage)
  docking(stage)
  incubation(stage)
  rescue(stage)
})
