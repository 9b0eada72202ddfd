/** Calls of the operator console, but for money and people. */
import { DeskBonusQuery } from '../desk-bonus.ts'
import { DecideChange, DeskChangesQuery, PreviewChange, ProposeChange } from '../desk-changes.ts'
import { DeskArticlesQuery, SaveAnnouncement, SaveArticle, TurnContent } from '../desk-content.ts'
import {
  AddPasskey,
  ChangeOperator,
  DecideProposal,
  DeskAuditFilter,
  DeskAuditQuery,
  RemovePasskey,
} from '../desk.ts'
import { Nothing } from '../requests.ts'
import * as to from '../routes.ts'
import { desk, file, undescribed } from './call.ts'

export const deskCalls = {
  deskMe: desk(to.deskMe, Nothing, undescribed),
  deskPasskeys: desk(to.deskPasskeys, Nothing, undescribed),
  beginPasskey: desk(to.beginPasskey, Nothing, undescribed),
  addPasskey: desk(to.addPasskey, AddPasskey, undescribed),
  removePasskey: desk(to.removePasskey, RemovePasskey, undescribed),
  deskOverview: desk(to.deskOverview, Nothing, undescribed),
  deskArticles: desk(to.deskArticles, DeskArticlesQuery, undescribed),
  deskArticle: desk(to.deskArticle, Nothing, undescribed),
  addArticle: desk(to.addArticle, SaveArticle, undescribed),
  saveArticle: desk(to.saveArticle, SaveArticle, undescribed),
  removeArticle: desk(to.removeArticle, TurnContent, undescribed),
  restoreArticle: desk(to.restoreArticle, TurnContent, undescribed),
  deskBonus: desk(to.deskBonus, DeskBonusQuery, undescribed),
  deskMaintenance: desk(to.deskMaintenance, Nothing, undescribed),
  deskAnnouncements: desk(to.deskAnnouncements, Nothing, undescribed),
  addAnnouncement: desk(to.addAnnouncement, SaveAnnouncement, undescribed),
  saveAnnouncement: desk(to.saveAnnouncement, SaveAnnouncement, undescribed),
  removeAnnouncement: desk(to.removeAnnouncement, TurnContent, undescribed),
  deskMarkets: desk(to.deskMarkets, Nothing, undescribed),
  deskSchedules: desk(to.deskSchedules, Nothing, undescribed),
  deskAudit: desk(to.deskAudit, DeskAuditQuery, undescribed),
  deskAuditCsv: desk(to.deskAuditCsv, DeskAuditFilter, file),
  deskOperators: desk(to.deskOperators, Nothing, undescribed),
  changeOperator: desk(to.changeOperator, ChangeOperator, undescribed),
  deskProposals: desk(to.deskProposals, Nothing, undescribed),
  decideProposal: desk(to.decideProposal, DecideProposal, undescribed),
  previewChange: desk(to.previewChange, PreviewChange, undescribed),
  /** Names itself in `Idempotency-Key`: repeated, it tells what became of the first. */
  proposeChange: desk(to.proposeChange, ProposeChange, undescribed),
  deskChanges: desk(to.deskChanges, DeskChangesQuery, undescribed),
  deskSettings: desk(to.deskSettings, Nothing, undescribed),
  decideChange: desk(to.decideChange, DecideChange, undescribed),
} as const
