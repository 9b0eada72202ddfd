/** Calls of the operator console, except those for money and users. */
import {
  DeskAnnouncement,
  DeskArticle,
  DeskArticleRow,
  DeskBonus,
  DeskMaintenance,
  DeskMarkets,
  DeskSchedules,
} from '../answers/desk-listing.ts'
import {
  BegunPasskey,
  DeskAudit,
  DeskChangeOutcome,
  DeskChangePreview,
  DeskChanges,
  DeskMe,
  DeskOperatorRow,
  DeskOverview,
  DeskPasskeys,
  DeskProposal,
  DeskSettings,
} from '../answers/desk.ts'
import { Added, data, Done, many, pageOf } from '../answers/shapes.ts'
import { DeskBonusQuery } from '../desk/bonus.ts'
import { DecideChange, DeskChangesQuery, PreviewChange, ProposeChange } from '../desk/changes.ts'
import { DeskArticlesQuery, SaveAnnouncement, SaveArticle, TurnContent } from '../desk/content.ts'
import {
  AddPasskey,
  ChangeOperator,
  DecideProposal,
  DeskAuditFilter,
  DeskAuditQuery,
  RemovePasskey,
} from '../desk/desk.ts'
import { Nothing } from '../requests.ts'
import { desk, file } from './call.ts'
import * as to from '../routes.ts'

export const deskCalls = {
  deskMe: desk(to.deskMe, Nothing, data(DeskMe)),
  deskPasskeys: desk(to.deskPasskeys, Nothing, data(DeskPasskeys)),
  beginPasskey: desk(to.beginPasskey, Nothing, data(BegunPasskey)),
  addPasskey: desk(to.addPasskey, AddPasskey, Done),
  removePasskey: desk(to.removePasskey, RemovePasskey, Done),
  deskOverview: desk(to.deskOverview, Nothing, data(DeskOverview)),
  deskArticles: desk(to.deskArticles, DeskArticlesQuery, data(pageOf(DeskArticleRow))),
  deskArticle: desk(to.deskArticle, Nothing, data(DeskArticle)),
  addArticle: desk(to.addArticle, SaveArticle, data(Added)),
  saveArticle: desk(to.saveArticle, SaveArticle, Done),
  removeArticle: desk(to.removeArticle, TurnContent, Done),
  restoreArticle: desk(to.restoreArticle, TurnContent, Done),
  deskBonus: desk(to.deskBonus, DeskBonusQuery, data(DeskBonus)),
  deskMaintenance: desk(to.deskMaintenance, Nothing, data(DeskMaintenance)),
  deskAnnouncements: desk(to.deskAnnouncements, Nothing, data(many(DeskAnnouncement))),
  addAnnouncement: desk(to.addAnnouncement, SaveAnnouncement, data(Added)),
  saveAnnouncement: desk(to.saveAnnouncement, SaveAnnouncement, Done),
  removeAnnouncement: desk(to.removeAnnouncement, TurnContent, Done),
  deskMarkets: desk(to.deskMarkets, Nothing, data(DeskMarkets)),
  deskSchedules: desk(to.deskSchedules, Nothing, data(DeskSchedules)),
  deskAudit: desk(to.deskAudit, DeskAuditQuery, data(DeskAudit)),
  deskAuditCsv: desk(to.deskAuditCsv, DeskAuditFilter, file),
  deskOperators: desk(to.deskOperators, Nothing, data(many(DeskOperatorRow))),
  changeOperator: desk(to.changeOperator, ChangeOperator, data(Added)),
  deskProposals: desk(to.deskProposals, Nothing, data(many(DeskProposal))),
  decideProposal: desk(to.decideProposal, DecideProposal, Done),
  previewChange: desk(to.previewChange, PreviewChange, data(DeskChangePreview)),
  /** Idempotent by `Idempotency-Key`: a repeat returns the outcome of the first request. */
  proposeChange: desk(to.proposeChange, ProposeChange, data(DeskChangeOutcome)),
  deskChanges: desk(to.deskChanges, DeskChangesQuery, data(DeskChanges)),
  deskSettings: desk(to.deskSettings, Nothing, data(DeskSettings)),
  decideChange: desk(to.decideChange, DecideChange, data(DeskChangeOutcome)),
} as const
