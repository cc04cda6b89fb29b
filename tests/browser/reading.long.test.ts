// Checks what readers do: they find their way, see what lists have, read details, look at the map, meet no text that acts,
// and look up the interface. One portal serves all of it.
import { details } from './reading/details.ts'
import { docs } from './reading/docs.ts'
import { firstResults } from './reading/first-results.ts'
import { hostileTexts } from './reading/hostile-texts.ts'
import { map } from './reading/map.ts'
import { walks } from './reading/walks.ts'
import { wayfinding } from './reading/wayfinding.ts'
import { describeInBrowser } from './support/browser-test.ts'

describeInBrowser(
  'reading',
  (stage) => {
    walks(stage)
    firstResults(stage)
    wayfinding(stage)
    details(stage)
    map(stage)
    hostileTexts(stage)
    docs(stage)
  },
  () => ({ hasPictures: true, env: { API_DOCS: '1' } }),
)
