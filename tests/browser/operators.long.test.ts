// Checks what operators and auditors do: they go through lists, edit, also two at once, judge, look after comments and versions. One portal
// serves all of it.
import { theBin } from './operators/bin.ts'
import { theConsole } from './operators/console.ts'
import { consoleLists } from './operators/console-list.ts'
import { theDesk } from './operators/desk.ts'
import { editorialDesk } from './operators/editorial.ts'
import { theInbox } from './operators/inbox.ts'
import { moderation } from './operators/moderation.ts'
import { pinnedNews } from './operators/pins.ts'
import { reviewing } from './operators/reviewing.ts'
import { tableWidths } from './operators/table-width.ts'
import { twoEditors } from './operators/two-editors.ts'
import { versionsOfNews } from './operators/versions.ts'
import { describeInBrowser } from './support/browser-test.ts'

describeInBrowser('operators', (stage) => {
  tableWidths(stage)
  theConsole(stage)
  consoleLists(stage)
  theDesk(stage)
  theInbox(stage)
  moderation(stage)
  versionsOfNews(stage)
  theBin(stage)
  pinnedNews(stage)
  editorialDesk(stage)
  reviewing(stage)
  twoEditors(stage)
})
