/**
 * A person's status before deposits and withdrawals, and what is missing; shown on many pages, so it is
 * short.
 */
import { defineMessages } from '../../catalogue.ts'

export const eligibilityMessages = defineMessages(
  {
    startKyc: 'Start KYC',
    continueKyc: 'Continue KYC',
    correctKyc: 'Correct and send again',
    viewKyc: 'See where it stands',
    updateKyc: 'Finish KYC: agreement',
    standingNone: 'Not verified',
    standingDraft: 'Begun',
    standingWaiting: 'Being checked',
    standingRejected: 'Not accepted',
    standingApproved: 'Verified',
    standingAgreed: 'Verified and agreed',
    tellNone:
      'Deposits and withdrawals open once your identity is verified. It takes about three minutes.',
    tellDraft: 'Your entries are kept. Go on where you left off.',
    tellWaiting: 'We have all we need and write to you as soon as it is decided.',
    tellRejected: 'Something could not be read or does not match. Only that is asked for again.',
    tellApproved: 'One step is left: complete your particulars and accept the user agreement.',
    tellAgreed: 'Deposits and withdrawals are open to you.',
    bannerKyc: 'Verify your identity to deposit and withdraw.',
    bannerKycLive: 'Verify your identity to trade, deposit and withdraw.',
    bannerAgreement: 'Accept the user agreement to deposit and withdraw.',
    bannerAgreementLive: 'Accept the user agreement to trade, deposit and withdraw.',
    bannerWaiting: 'Your identity is being checked. We write to you.',
    instant: 'Instant verification',
  },
  {
    startKyc: 'Mulai KYC',
    continueKyc: 'Lanjutkan KYC',
    correctKyc: 'Perbaiki dan kirim lagi',
    viewKyc: 'Lihat statusnya',
    updateKyc: 'Selesaikan KYC: perjanjian',
    standingNone: 'Belum terverifikasi',
    standingDraft: 'Sudah dimulai',
    standingWaiting: 'Sedang diperiksa',
    standingRejected: 'Belum diterima',
    standingApproved: 'Terverifikasi',
    standingAgreed: 'Terverifikasi dan disetujui',
    tellNone:
      'Setoran dan penarikan terbuka setelah identitas Anda terverifikasi. Perlu sekitar tiga menit.',
    tellDraft: 'Isian Anda tersimpan. Lanjutkan dari langkah terakhir.',
    tellWaiting: 'Data Anda sudah lengkap. Kami menulis kepada Anda begitu ada keputusan.',
    tellRejected: 'Ada yang tidak terbaca atau tidak cocok. Hanya bagian itu yang diminta lagi.',
    tellApproved: 'Tinggal satu langkah: lengkapi data dan setujui perjanjian pengguna.',
    tellAgreed: 'Setoran dan penarikan terbuka bagi Anda.',
    bannerKyc: 'Verifikasi identitas Anda untuk setor dan tarik.',
    bannerKycLive: 'Verifikasi identitas Anda untuk bertransaksi, setor, dan tarik.',
    bannerAgreement: 'Setujui perjanjian pengguna untuk setor dan tarik.',
    bannerAgreementLive: 'Setujui perjanjian pengguna untuk bertransaksi, setor, dan tarik.',
    bannerWaiting: 'Identitas Anda sedang diperiksa. Kami akan menulis kepada Anda.',
    instant: 'Verifikasi instan',
  },
)
