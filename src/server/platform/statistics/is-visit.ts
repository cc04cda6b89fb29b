// Decides which calls count in statistics: those of people who visit the portal, not of robots or of who runs it.
import type { Call } from '#server/platform/call.ts'
import { networkOf } from '#server/platform/limits/network-of.ts'
import { type Audience, isInAudience } from '#shared/access/roles.ts'
import type { Model } from '#shared/model/model.ts'
import { perModel } from '#shared/model/per-model.ts'

/** Programs that say what they are: search engines, monitors, browsers without a window, libraries of calls. */
const ROBOT =
  /bot\b|bot\/|crawl|spider|slurp|scrape|archiver|preview|monitor|uptime|headless|phantom|lighthouse|curl|wget|python|java\/|go-http|okhttp|axios|undici|^node|libwww|httpclient/i

/** Audiences of everybody, or of everybody signed in. */
const OPEN: readonly Audience[] = ['anyone', 'registered', 'participant', 'owner']

/** Who may open a page of the console that is not open to all accounts. */
const staffOf = perModel(({ pages }: Model): readonly Audience[] => [
  ...new Set(
    pages
      .filter(({ surface, access }) => surface === 'console' && !access.some((one) => OPEN.includes(one)))
      .flatMap(({ access }) => access),
  ),
])

/** The rule: a robot is known by its user agent or has none; accounts that work in the console are no readers. */
export function isVisit({
  caller,
  request,
  services,
}: Pick<Call, 'caller' | 'request' | 'services'>): boolean {
  const { userAgent } = request
  if (userAgent === '' || ROBOT.test(userAgent)) return false
  return caller === null || !isInAudience(caller, staffOf(services.model()))
}

/** Who reads, for the memory of a day or of half an hour; stored only as a digest that is deleted with it. */
export const readerOf = ({ caller, request }: Pick<Call, 'caller' | 'request'>): string =>
  caller?.id ?? `${networkOf(request.address)}\n${request.userAgent}`
