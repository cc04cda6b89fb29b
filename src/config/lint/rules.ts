// The registry: all rules of the configuration check, in the order in which they run.

import { parentRules } from './content/parent-rules.ts'
import { relationRules } from './content/relation-rules.ts'
import { typeRules } from './content/type-rules.ts'
import { formRules, wholeFormRules } from './forms/form-rules.ts'
import { helpRules } from './forms/help-limits.ts'
import { orderRules } from './forms/order-rules.ts'
import { choiceRules, copyRules } from './lifecycles/choice-rules.ts'
import { effectRules } from './lifecycles/effect-rules.ts'
import { fieldFlowRules } from './lifecycles/field-flow.ts'
import { parentMoveRules } from './lifecycles/parent-moves.ts'
import { peopleRules, readerRules } from './lifecycles/people-rules.ts'
import { lastTransitionRules, transitionRules } from './lifecycles/transition-rules.ts'
import { migrationRules } from './migrations/migration-rules.ts'
import { noticeRules, wholeNoticeRules } from './notices/notice-rules.ts'
import { noticeWordRules } from './notices/notice-words.ts'
import { receiverRules } from './notices/receiver-rules.ts'
import { fixedValueRules } from './pages/fixed-values.ts'
import { linkRules, wholeLinkRules } from './pages/form-buttons.ts'
import { approvalRules, roleRules, wholeRoleRules } from './roles/role-rules.ts'
import type { Rule } from './rule.ts'
import { sampleReferenceRules } from './samples/reference-rules.ts'
import { rowRules } from './samples/row-rules.ts'
import { allowanceRules, lastSiteRules, siteRules } from './site/site-rules.ts'
import { repeatedTextRules } from './texts/repeated-texts.ts'
import { textRules, wholeTextRules } from './texts/text-rules.ts'
import { wordRules } from './texts/words.ts'

export const RULES: readonly Rule[] = [
  ...textRules,
  ...siteRules,
  ...relationRules,
  ...parentRules,
  ...typeRules,
  ...effectRules,
  ...peopleRules,
  ...choiceRules,
  ...transitionRules,
  ...noticeRules,
  ...receiverRules,
  ...noticeWordRules,
  ...roleRules,
  ...linkRules,
  ...migrationRules,
  ...repeatedTextRules,
  ...formRules,
  ...helpRules,
  ...orderRules,
  ...rowRules,
  ...sampleReferenceRules,
  ...wordRules,
  // Of a model without errors.
  ...wholeTextRules,
  ...fieldFlowRules,
  ...parentMoveRules,
  ...wholeFormRules,
  ...copyRules,
  ...wholeRoleRules,
  ...readerRules,
  ...fixedValueRules,
  ...wholeLinkRules,
  ...wholeNoticeRules,
  ...approvalRules,
  ...lastSiteRules,
  ...lastTransitionRules,
  ...allowanceRules,
]
