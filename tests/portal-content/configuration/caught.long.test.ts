// Tests which rule reports each mistake of the corpus, and in which file.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Problem } from '#config/load/problem.ts'
import { readFolder } from '#config/load/read-folder.ts'
import { wholeCorpus } from '../../../scripts/lib/mistakes/corpus.ts'
import { makeMistake, type Place } from '../../../scripts/lib/mistakes/make.ts'
import type { Mistake } from '../../../scripts/lib/mistakes/mistake.ts'
import { CORPUS } from '../../../scripts/lib/mistakes/run.ts'
import { check } from '../../../scripts/lib/mistakes/score.ts'
import { filesOf, toldTogether } from '../../config/told-together.ts'
import { ROOT } from '../../server/support/small-configuration.ts'

const files = readFolder(ROOT)
const corpus = new Map(wholeCorpus(join(ROOT, CORPUS), files).map((mistake) => [mistake.id, mistake]))

/** Each mistake, and the rule that says so. */
const CAUGHT: readonly (readonly [id: string, slug: string])[] = [
  ['audiences/visible-to-operators-only', 'visible_writer'],
  ['audiences/owner-of-a-page', 'page_access'],
  ['operators/contact-number-in-meta', 'meta_kept'],
  ['editors/item-value-misspelt', 'placeholder_field'],
  ['editors/chat-data-type-wrong', 'data_type'],
  ['editors/otherwise-nobody-else', 'disclosure_owner'],
  ['editors/visible-to-visitors-too', 'visible_all'],
  ['editors/endpoint-for-visitors', 'owner_none'],
  ['editors/demo-wrong-form', 'demo_form'],
  ['audiences/quick-link-to-operators', 'link_access'],
  ['audiences/link-to-restricted', 'link_access'],
  ['audiences/more-link-restricted', 'link_access'],
  ['conditions/role-and-guest', 'condition_never'],
  ['conditions/always-true', 'condition_always'],
  ['conditions/item-above-a-list', 'placeholder_root'],
  ['content/past-on-text', 'annotation_type'],
  ['content/heading-is-list', 'role_type'],
  ['content/category-is-number', 'role_type'],
  ['content/period-impossible', 'value_format'],
  ['content/period-over', 'period_over'],
  ['content/parameter-unit-differs', 'parameter_measure'],
  ['content/enum-for-dict', 'enum_dictionary'],
  ['dictionaries/label-twice', 'label_twice'],
  ['dictionaries/look-outside-covers', 'look_unused'],
  ['dictionaries/look-value-unknown', 'cover_unknown'],
  ['forms/field-in-no-step', 'step_never'],
  ['forms/same-itself', 'same_itself'],
  ['forms/more-items-than-codes', 'limits_contradict'],
  ['forms/sms-mobile-unknown', 'field_unknown'],
  ['forms/unique-by-other-call', 'unique_operation'],
  ['forms/agreement-page-unknown', 'page_unknown'],
  ['forms/items-missing', 'key_missing'],
  ['forms/age-reversed', 'limits_contradict'],
  ['graphs/only-from-no-link', 'entrance_unlinked'],
  ['graphs/unused-dictionary', 'dictionary_unused'],
  ['graphs/unused-form', 'form_unused'],
  ['graphs/field-nobody-writes', 'step_never'],
  ['graphs/samples-orphan', 'samples_unused'],
  ['lifecycles/final-with-way-out', 'final_left'],
  ['lifecycles/initial-is-gone', 'initial_gone'],
  ['menu/sibling-twice', 'menu_twice'],
  ['menu/sign-in-in-menu', 'menu_sign_in'],
  ['names/path-shadows', 'route_swallows'],
  ['places/load-of-other-type', 'load_other_type'],
  ['places/bulk-of-a-read', 'bulk_read'],
  ['places/page-parameter-in-path', 'route_param_unused'],
  ['places/child-list-without-parent', 'child_of_all'],
  ['places/visit-of-a-write', 'visit_url'],
  ['places/history-on-a-zone', 'widget_item'],
  ['roles/demo-code-unknown', 'sample_refused'],
  ['roles/demo-field-unknown', 'field_unknown'],
  ['operators/entry-leads-to-its-neighbours-page', 'menu_called_twice'],
  ['operators/entry-titled-as-another-page', 'menu_title_other'],
  ['operators/home-is-a-list', 'site_home_other'],
  ['operators/register-leads-to-sign-in', 'site_page_twice'],
  ['operators/word-forbidden-and-advised', 'word_ring'],
  ['operators/open-names-the-title', 'link_no_number'],
  ['operators/notice-to-who-acted', 'notice_own_step'],
  ['operators/sample-days-negative', 'sample_count'],
  ['operators/api-access-of-item-owner', 'operation_owner'],
  ['strangers/column-twice', 'said_twice'],
  ['strangers/button-copied-twice', 'said_twice'],
  ['strangers/role-titles-alike', 'title_twice'],
  ['strangers/scheme-edited-where-demands-are', 'link_other_type'],
  ['strangers/related-leads-to-the-page-itself', 'link_itself'],
  ['strangers/equipment-id-given-as-company', 'source_other_type'],
  ['strangers/bulk-action-with-a-call-for-one', 'bulk_single'],
  ['strangers/longitude-and-latitude-exchanged', 'map_exchanged'],
  ['strangers/id-not-required-on-a-detail-page', 'param_optional'],
  ['newcomers/approve-button-gone', 'approval_unserved'],
  ['newcomers/parent-is-an-item', 'parent_needs'],
  ['strangers/pattern-longer-than-maxlength', 'limits_contradict'],
  ['strangers/repeated-password-longer', 'limits_contradict'],
  ['strangers/date-of-twenty-characters', 'limits_contradict'],
  ['strangers/address-of-five-characters', 'limits_contradict'],
  ['strangers/departments-above-each-other', 'sample_ring'],
  ['strangers/edit-page-adds', 'submit_adds'],
  ['strangers/edit-page-without-load', 'load_missing'],
  ['strangers/news-filter-of-another-zone', 'more_differs'],
  ['strangers/title-of-a-page-with-a-placeholder', 'placeholder_unread'],
  ['strangers/actor-of-a-role-that-does-not-read', 'transition_unread'],
  ['strangers/answer-with-the-neighbours-code', 'taken_state'],
  ['strangers/registers-as-another-role', 'registration_pages'],
  ['strangers/button-of-a-step-removed', 'step_unseen'],
  ['strangers/step-without-endpoint', 'transition_uncalled'],
  ['strangers/sms-code-to-a-later-field', 'code_before_mobile'],
  ['strangers/again-is-the-old-password', 'same_other'],
  ['strangers/check-of-another-type', 'beside_other_type'],
  ['strangers/accounts-told-to-everybody', 'accounts_told'],
  ['strangers/progress-button-writes-another-code', 'said_twice'],
  ['strangers/two-buttons-call-the-same', 'call_idle'],
  ['strangers/refusal-leads-to-another-type', 'link_other_type'],
  ['strangers/notice-of-missions-opens-demands', 'notice_other_type'],
  ['strangers/chat-told-the-wrong-type', 'data_type'],
  ['strangers/pick-of-another-type', 'list_other_type'],
  ['strangers/candidates-of-another-type', 'beside_other_type'],
  ['strangers/pattern-refuses-its-example', 'example_refused'],
  ['strangers/button-to-a-page-for-others', 'button_nobody'],
  ['strangers/field-with-its-neighbours-title', 'title_alike'],
  ['strangers/quoted-reason-not-asked', 'notice_reason'],
  ['strangers/more-leads-to-another-list', 'list_other_type'],
  ['strangers/search-page-is-a-list', 'site_search'],
  ['strangers/publishes-another-type', 'button_other_page'],
  ['strangers/receipts-with-the-same-letters', 'receipt_twice'],
  ['strangers/event-of-comments-where-none-are', 'event_never'],
  ['strangers/state-of-a-party-without-one', 'sample_party'],
  ['strangers/file-that-is-not-there', 'sample_file'],
  ['strangers/migration-type-that-is-none', 'migration_target'],
  ['strangers/migration-code-that-is-none', 'migration_target'],
  ['strangers/migration-turned-round', 'migration_target'],
  ['strangers/migration-to-none', 'migration_target'],
  ['strangers/stranger-help-of-other-limits', 'help_limit'],
  ['strangers/stranger-published-unexamined', 'added_unreviewed'],
  ['strangers/stranger-title-set-unexamined', 'set_unreviewed'],
  ['strangers/stranger-ten-thousand-not-converted', 'unit_factor_missing'],
  ['strangers/stranger-unit-of-another-dictionary', 'option_dictionary'],
  ['strangers/stranger-code-sent-by-its-check', 'send_needs'],
  ['strangers/stranger-capital-in-another-unit', 'directory_unit'],
  ['strangers/stranger-agreement-of-operators', 'agreement_closed'],
  ['strangers/stranger-known-by-its-introduction', 'directory_key_type'],
  ['strangers/stranger-page-titled-as-its-sibling', 'title_twice'],
  ['strangers/stranger-menu-groups-alike', 'title_twice'],
  ['strangers/stranger-dictionary-titled-as-another', 'title_alike'],
  ['strangers/stranger-zone-titled-as-another', 'title_twice'],
  ['strangers/stranger-approved-as-refused', 'title_alike'],
  ['strangers/stranger-menu-for-users-only', 'menu_user_open'],
  ['strangers/stranger-comments-by-visitors', 'call_visitors'],
  ['strangers/stranger-news-as-a-calendar', 'look_column'],
  ['strangers/stranger-closed-again', 'call_idle'],
  ['strangers/stranger-added-by-its-owner', 'owner_early'],
  ['strangers/stranger-filter-by-another-types-state', 'state_unknown'],
  ['strangers/stranger-refused-without-a-form', 'refused_form'],
  ['strangers/stranger-reason-no-longer-asked', 'notice_reason'],
  ['samples/reference-unknown', 'sample_reference'],
  ['samples/parameter-out-of-range', 'sample_refused'],
  ['samples/parameter-unknown', 'field_unknown'],
  ['site/login-missing', 'site_login'],
  ['site/covers-without-look', 'covers_plain'],
  ['site/progress-takes-nothing', 'site_page_param'],
  ['states/parent-state-unknown', 'state_unknown'],
  ['values/enum-of-option-params', 'given_refused'],
  ['values/placeholder-colon', 'placeholder_written'],
  ['widgets/tabs-on-number', 'tabs_type'],
  ['zones/category-missing', 'zone_category'],
  ['zones/colour-too-light', 'zone_contrast'],
  ['zones/section-twice', 'section_twice'],
  ['states/verb-misspelt', 'transition_unserved'],
  ['colleagues/supplement-reason-by-list-name', 'placeholder_field'],
  ['colleagues/bulk-refuse-approves', 'button_call'],
  ['colleagues/scheme-price-readable', 'personal_open'],
  ['colleagues/force-button-with-other-code', 'button_code'],
  ['colleagues/import-of-type-without-import', 'type_unable'],
  ['colleagues/incubation-step-without-endpoint', 'step_callers'],
  ['colleagues/intention-sign-by-buyer', 'taken_by'],
  ['colleagues/received-schemes-as-own', 'list_whose'],
  ['colleagues/offer-factors-swapped', 'unit_factor'],
  ['colleagues/welcome-opens-operators-page', 'notice_opens'],
  ['colleagues/auditor-approves-accounts', 'reader_writes'],
  ['colleagues/news-comment-refusal-to-editor', 'notice_addressed'],
  ['colleagues/video-duration-into-picture', 'option_field_type'],
  ['autumn/price-ref-own-id', 'link_other_type'],
  ['autumn/target-force-asked-when-open', 'taken_over_empty'],
  ['autumn/amount-in-yuan-from-wanyuan', 'computed_unit_other'],
  ['autumn/unpair-advances-forwards', 'advance_never'],
  ['autumn/menu-to-page-only-from-another', 'menu_entrance'],
  ['autumn/minutes-shown-as-seconds', 'cell_unit'],
  ['autumn/scale-chart-links-to-types', 'bar_link'],
  ['pulls/incubation-material-by-demander', 'taken_by'],
  ['pulls/incubation-my-demands-retitled', 'name_of_nothing'],
  ['pulls/radio-old-licence-before-its-question', 'asked_early'],
  ['pulls/radio-form-linked-from-the-topic-page', 'link_entrance'],
  ['team/drone-zone-shows-robots', 'more_differs'],
]

function mistakeOf(id: string): Mistake {
  const mistake = corpus.get(id)
  if (!mistake) throw new Error(id)
  return mistake
}

const at = (places: readonly Place[], { file }: Problem): boolean =>
  places.some((place) => (place.file.endsWith('/') ? file.startsWith(place.file) : file === place.file))

type Case = (typeof CAUGHT)[number]

function expectCaught([id, slug]: Case, all: readonly Problem[], beside: readonly Case[]): void {
  const { places } = makeMistake(mistakeOf(id), files)
  const found = beside.length > 1 ? all.filter((problem) => at(places, problem)) : all
  expect(found.map((problem) => problem.slug)).toContain(slug)
  // The same may be said at another place before.
  const first = found.find((problem) => problem.slug === slug && at(places, problem))
  // In Chinese, whole sentences for whoever wrote it.
  expect(first?.message).toMatch(/[\u4e00-\u9fff]{2}/)
}

const expectOne = toldTogether(files, CAUGHT, {
  change: ([id], texts) => makeMistake(mistakeOf(id), texts).files,
  apart: ([id]) => filesOf(mistakeOf(id).edits),
  holds: expectCaught,
})

test.each(CAUGHT.map((one) => [...one, one] as const))(
  'the mistake %s is reported as %s',
  (_id, _slug, one) => expectOne(one),
)

const replaced = (file: string, from: string, to: string) =>
  check(new Map([...files, [file, (files.get(file) ?? '').replace(from, to)]])).map(({ slug, found }) => [
    slug,
    found,
  ])

test('an unknown type or format in a call is refused with type_unknown or format_unknown', () => {
  const file = 'schemas/api/auth.json'
  expect(replaced(file, '"taken": { "type": "boolean" }', '"taken": { "type": "bool" }')).toContainEqual([
    'type_unknown',
    'bool',
  ])
  expect(replaced(file, '"format": "mobile"', '"format": "mobil"')).toContainEqual([
    'format_unknown',
    'mobil',
  ])
})

test('the unchanged portal configuration has no problem', () => {
  expect(check(files)).toEqual([])
})
