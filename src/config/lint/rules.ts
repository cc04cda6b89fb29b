// The registry: all rules of the configuration check, in the order in which they run.

import { limitRules } from './content/limit-rules.ts'
import { parentRules } from './content/parent-rules.ts'
import { personalRules } from './content/personal-rules.ts'
import { relationRules } from './content/relation-rules.ts'
import { typeRules } from './content/type-rules.ts'
import { formRules } from './forms/form-rules.ts'
import { helpRules } from './forms/help-limits.ts'
import { orderRules } from './forms/order-rules.ts'
import { choiceRules } from './lifecycles/choice-rules.ts'
import { effectRules } from './lifecycles/effect-rules.ts'
import { fieldFlowRules } from './lifecycles/field-flow.ts'
import { parentMoveRules } from './lifecycles/parent-moves.ts'
import { peopleRules } from './lifecycles/people-rules.ts'
import { transitionRules } from './lifecycles/transition-rules.ts'
import { migrationRules } from './migrations/migration-rules.ts'
import { noticeRules } from './notices/notice-rules.ts'
import { noticeWordRules } from './notices/notice-words.ts'
import { receiverRules } from './notices/receiver-rules.ts'
import { fixedValueRules } from './pages/fixed-values.ts'
import { linkRules } from './pages/form-buttons.ts'
import { roleRules } from './roles/role-rules.ts'
import type { Rule } from './rule.ts'
import { sampleReferenceRules } from './samples/reference-rules.ts'
import { rowRules } from './samples/row-rules.ts'
import { siteRules } from './site/site-rules.ts'
import { distinctTitleRules } from './texts/distinct-titles.ts'
import { repeatedTextRules } from './texts/repeated-texts.ts'
import { textRules } from './texts/text-rules.ts'
import { wordRules } from './texts/words.ts'

/** Rules that need a whole model run after the others, since what is wrong by itself is told first. */
const turnOf = ({ needs, last }: Rule): number => (last ? 2 : needs ? 1 : 0)

export const RULES: readonly Rule[] = [
  ...distinctTitleRules,
  ...textRules,
  ...relationRules,
  ...parentRules,
  ...limitRules,
  ...typeRules,
  ...personalRules,
  ...effectRules,
  ...parentMoveRules,
  ...formRules,
  ...choiceRules,
  ...peopleRules,
  ...transitionRules,
  // A value that was written to the wrong field is missing in the right one; the first is told.
  ...fieldFlowRules,
  ...roleRules,
  ...fixedValueRules,
  ...linkRules,
  ...noticeRules,
  ...receiverRules,
  ...noticeWordRules,
  ...migrationRules,
  ...repeatedTextRules,
  ...helpRules,
  ...orderRules,
  ...rowRules,
  ...sampleReferenceRules,
  ...wordRules,
  ...siteRules,
].toSorted((a, b) => turnOf(a) - turnOf(b))
