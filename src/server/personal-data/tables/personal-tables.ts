// Collects the personal data of all tables: each table of the database is declared here, or holds none.
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { ACCOUNT_DATA } from './account-data.ts'
import { ITEM_DATA } from './item-data.ts'
import { MESSAGE_DATA } from './message-data.ts'
import type { PersonalTable, PersonalTables } from './personal-table.ts'

const TABLES: PersonalTables = {
  ...ACCOUNT_DATA,
  ...ITEM_DATA,
  ...MESSAGE_DATA,
  // Digests, counts and the program's own state.
  acceptedModel: null,
  auditHead: null,
  captcha: null,
  configurationPreview: null,
  configurationText: null,
  contentVersion: null,
  counter: null,
  daySalt: null,
  freshItem: null,
  itemChange: null,
  itemClock: null,
  itemCount: null,
  itemInterest: null,
  itemPin: null,
  itemOrigin: null,
  measure: null,
  migration: null,
  parameterSet: null,
  parameterSlot: null,
  parameterSource: null,
  parameterValue: null,
  previewLink: null,
  quota: null,
  recordRun: null,
  searchHeat: null,
  searchHit: null,
  searchWord: null,
  seenView: null,
  setting: null,
  signInAttempt: null,
  smsProof: null,
  timer: null,
  usedTicket: null,
  webhook: null,
}

/** The declared tables, in the order of the declaration. */
export const personalTables = (): readonly (readonly [keyof Schema, PersonalTable])[] =>
  Object.entries(TABLES).flatMap(([table, declared]) =>
    declared === null ? [] : [[table as keyof Schema, declared as PersonalTable] as const],
  )
