// Returns the titles of the participants of an item.

import { type Audience, audienceTitle, parentPartyAudience, partyField } from '#shared/access/roles.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'

/** A party is called as its field is, and whose the item above is, after what that is. */
export function titleOfPart(
  { roles, contentTypes }: Pick<Model, 'roles' | 'contentTypes'>,
  { fields, parent }: Pick<ContentType, 'fields' | 'parent'>,
  part: Audience,
): string {
  const aboveType = fields.find(({ name }) => name === parent)?.ref
  const above = contentTypes.find(({ name }) => name === aboveType)
  if (part === 'parent.owner' && above) return `${above.title}的发布者`
  const partyThere = parentPartyAudience(part)
  const named = partyField(partyThere ?? part)
  const among = partyThere === undefined ? fields : (above?.fields ?? [])
  return among.find(({ name }) => name === named)?.title ?? audienceTitle(roles, part)
}
