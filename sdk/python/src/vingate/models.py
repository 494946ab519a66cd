"""What the service takes and returns, as types of dictionaries.

Made by `npm run sdk` from the OpenAPI document. Do not edit.
"""

from __future__ import annotations

from typing import Any, Literal, TypedDict

__all__ = [
    "APIHealth",
    "APIHealthMisfits",
    "APIHealthNodes",
    "APIHealthSample",
    "APIHealthSampleApiTime",
    "APIHealthSampleErrors",
    "APIInput",
    "APIInputAuth",
    "APIInputFallback",
    "APIOutput",
    "APIOutputAuth",
    "APIOutputAuthOauth",
    "APIOutputContact",
    "APIOutputFallback",
    "APIOutputLicense",
    "APIOutputUpstream",
    "APITest",
    "APIUpdate",
    "APIUpdateUpstream",
    "AcceptInvitationAnswer",
    "AcceptInvitationRequest",
    "Acceptance",
    "AcceptanceRequest",
    "AccessToken",
    "Account",
    "AccountClosing",
    "AccountClosingKept",
    "AddedPasskey",
    "AdjustCreditsAnswer",
    "ApiDocument",
    "ApiDocumentOperations",
    "ApiDocumentWarnings",
    "Assistant",
    "AssistantPatch",
    "AssistantRequest",
    "AssistantRequestSubscriptions",
    "AssistantReturn",
    "AuctionHistory",
    "AuctionRecord",
    "AuctionRecordCarFeatures",
    "AuctionRecordMarketValue",
    "AuctionRecordSaleDateLocation",
    "AuctionRecordTechnicalSpecs",
    "AuctionRecordTitleAndCondition",
    "AuditRecord",
    "AutomaticTopUp",
    "Backups",
    "BackupsDrill",
    "BackupsLast",
    "BeginSecondFactorAnswer",
    "BillingDetails",
    "BillingDetailsRequest",
    "BillingDetailsTaxIdCheck",
    "BillingPeriod",
    "BookkeepingAccounts",
    "BookkeepingAccountsRevenue",
    "Brand",
    "BrandAccent",
    "BrandContact",
    "BrandLink",
    "BrandLogo",
    "BrandLogoRequest",
    "BrandRequest",
    "BrandRequestContact",
    "BumpSandboxAnswer",
    "CallMcpAnswer",
    "CallTimes",
    "CheckEmailAnswer",
    "CheckInstallationAnswer",
    "CheckLedgerAnswer",
    "Choices",
    "ChooseAccountRequest",
    "CloseAccountAnswer",
    "CloseAccountBody",
    "ConfirmRequest",
    "ConnectAssistantRequest",
    "Coverage",
    "CoverageData",
    "CoverageDataLookups",
    "CoverageDataLookupsDatasets",
    "CreateResetLinkAnswer",
    "CreateUserTokenAnswer",
    "CreateWebhookAnswer",
    "CreditsRequest",
    "Customer",
    "Customers",
    "Dataset",
    "DatasetChanges",
    "DatasetColumns",
    "DatasetColumnsColumns",
    "DatasetColumnsSources",
    "DatasetCounts",
    "DatasetFamily",
    "DatasetRejects",
    "DeleteGrantAnswer",
    "DeleteMemberAnswer",
    "DenyAssistantRequest",
    "DnsRecord",
    "ElectronicAddress",
    "EndOtherSessionsAnswer",
    "EnterFromHostBody",
    "ExchangeAssistantTokenAnswer",
    "ExtendRequest",
    "FindKeysBody",
    "ForgetNodeAnswer",
    "ForgotRequest",
    "FoundKey",
    "GetAuthorizationServerAnswer",
    "GetHealthAnswer",
    "GetIdentityAnswer",
    "GetIdentityAnswerOperator",
    "GetLivenessAnswer",
    "GetOpenapiAnswer",
    "GetProductPolicyAnswer",
    "GetProtectedResourceAnswer",
    "GetRootAnswer",
    "GetWebhookDeliveryAnswer",
    "Grant",
    "GrantRequest",
    "GroupedSpecifications",
    "GroupedSpecificationsData",
    "HTTPValidationError",
    "HeadlightAssembly",
    "HeadlightAssemblyData",
    "HeadlightAssemblyDataHeadlights",
    "HeadlightAssemblyDataHeadlightsBulb",
    "Identity",
    "Import",
    "ImportMapping",
    "ImportPreview",
    "ImportPreviewColumns",
    "ImportPreviewMapping",
    "ImportPreviewQuestion",
    "ImportPreviewQuestionReadings",
    "ImportPreviewRows",
    "ImportPreviewRowsReject",
    "ImportProgress",
    "ImportReject",
    "ImportRejects",
    "ImportSummary",
    "ImportedTransfers",
    "ImportedTransfersColumns",
    "ImportedTransfersCounts",
    "ImportedTransfersLines",
    "ImportedTransfersQuestion",
    "ImportedTransfersRefused",
    "Inbox",
    "InboxClosed",
    "InboxCounts",
    "InboxPutOff",
    "InboxRow",
    "InboxRowAction",
    "InboxRowCost",
    "InstallationCheck",
    "KeyInUse",
    "KnownProblems",
    "KnownProblemsData",
    "KnownProblemsDataBulletins",
    "KnownProblemsDataBulletinsBulletins",
    "KnownProblemsDataComplaints",
    "KnownProblemsDataComplaintsComponents",
    "KnownProblemsDataComplaintsComponentsExamples",
    "KnownProblemsDataComplaintsTotals",
    "KnownProblemsDataInvestigations",
    "KnownProblemsDataInvestigationsInvestigations",
    "LedgerCheck",
    "LedgerCheckComparisons",
    "LedgerEntry",
    "LicenseDecode",
    "LicenseDecodeData",
    "LicenseDecodeDataRegistration",
    "LienLookup",
    "LienLookupData",
    "LienLookupDataAsListed",
    "LienLookupDataLiens",
    "ListedStatement",
    "LogOutAnswer",
    "LostCharge",
    "Mail",
    "MailPreview",
    "MailState",
    "MailStateMarked",
    "MailStateQueue",
    "MailStateSender",
    "MailText",
    "MailTextRequest",
    "MappingSample",
    "MappingSampleColumns",
    "MappingSampleFaults",
    "MarketValuation",
    "MarketValuationData",
    "MarketValuationDataBasic",
    "MarketValuationDataIntro",
    "MarketValuationDataMarketValue",
    "MarketValuationDataMarketValueMarketValueData",
    "MarketValuationDataMarketValueMarketValueDataMarketValue",
    "MarketValuationDataStatistics",
    "MarketValuationDataStatisticsSales",
    "MatchLostChargeRequest",
    "MatchRequest",
    "MatchedLine",
    "MetricsResponse",
    "MetricsResponseItems",
    "MissingLetters",
    "MoneyLine",
    "MoneySums",
    "MoneySumsItem",
    "MonthRevenue",
    "MotorcycleDecode",
    "MotorcycleDecodeData",
    "NewOrganizationInvitation",
    "NumberGap",
    "OAuthError",
    "Odometer",
    "OdometerFinding",
    "OdometerJudgment",
    "OdometerReadings",
    "OemParts",
    "OemPartsData",
    "OemPartsDataParts",
    "OemVinDecode",
    "OemVinDecodeData",
    "OemVinDecodeDataBasic",
    "OemVinDecodeDataCheck",
    "OemVinDecodeDataDerived",
    "OemVinDecodeDataDimensions",
    "OemVinDecodeDataDrivetrain",
    "OemVinDecodeDataElements",
    "OemVinDecodeDataEngine",
    "OemVinDecodeDataExplanation",
    "OemVinDecodeDataExplanationElements",
    "OemVinDecodeDataExplanationElementsAlternatives",
    "OemVinDecodeDataFuel",
    "OemVinDecodeDataManufacturer",
    "OemVinDecodeDataPositions",
    "OemVinDecodeDataRestraint",
    "OemVinDecodeDataTransmission",
    "Offer",
    "OfferPackage",
    "OfferPreview",
    "OfferPreviewPeriods",
    "OfferPreviewRequest",
    "OfferRequest",
    "OfferTerms",
    "OilLookup",
    "OilLookupData",
    "OilLookupDataDrainBolt",
    "OilLookupDataFilters",
    "OilLookupDataOilSpecs",
    "OilLookupDataOilSpecsCapacityWithFilter",
    "OpenRecalls",
    "OpenRecallsData",
    "OpenRecallsDataMatchedModels",
    "OpenRecallsDataRecalls",
    "Operator",
    "OperatorAccess",
    "Organization",
    "OrganizationInvitation",
    "OrganizationInvitationRequest",
    "OrganizationMember",
    "OrganizationMemberRequest",
    "OrganizationPatch",
    "OrganizationRequest",
    "OverageRequest",
    "Paper",
    "PaperForm",
    "PaperFormMissing",
    "Passkey",
    "PasskeyPatch",
    "PasskeyProof",
    "PasskeyProofRequest",
    "PasskeyProofResponse",
    "PasskeyRegistration",
    "PasskeyRegistrationResponse",
    "PasskeyRequest",
    "PatchSubscriptionBody",
    "PatchUserBody",
    "Payment",
    "PaymentProvider",
    "PaymentProviderProblems",
    "PaymentQuote",
    "PaymentQuoteTax",
    "PaymentRequest",
    "PaymentSettings",
    "PaymentSettingsRequest",
    "PaymentTransfer",
    "PlacedWatches",
    "PlacedWatchesRefusals",
    "PlanRequest",
    "PlateDecode",
    "PlateDecodeData",
    "PlateDecodeDataIntro",
    "Policy",
    "PolicyCache",
    "PolicyCors",
    "PolicyCreditCost",
    "PolicyIpFilter",
    "PolicyPreview",
    "PolicyPreviewRefused",
    "PolicyPreviewRequest",
    "PolicyPreviewSubscriptions",
    "PolicyQuota",
    "PolicyRateLimit",
    "Pricing",
    "PricingPlans",
    "PricingPlansLookups",
    "Problem",
    "Product",
    "ProductRequest",
    "PutMemberAnswer",
    "PutOffInboxRowAnswer",
    "PutOffInboxRowBody",
    "PutProductAnswer",
    "Recalls",
    "RecallsData",
    "RecallsDataRecalls",
    "Receipt",
    "ReceiptSalt",
    "ReceivePaymentEventAnswer",
    "ReceivedRequest",
    "ReceivedTransfer",
    "RecoveryCodes",
    "RefundPreview",
    "RefundRequest",
    "RefundTransfer",
    "RegeneratePrimaryKeyBody",
    "RegisterAssistantAnswer",
    "RemainingCredential",
    "RemovePasskeyAnswer",
    "RepairEstimates",
    "RepairEstimatesData",
    "RepairEstimatesDataData",
    "RepairEstimatesDataDataNarrowed",
    "RepairEstimatesDataDataRepair",
    "RepairEstimatesDataDataRepairRepair",
    "RepairEstimatesDataDataRepairRepairCosts",
    "ReplayWebhookAnswer",
    "ReportByErrorAnswer",
    "ReportByErrorAnswerItems",
    "ReportByKeyAnswer",
    "ReportByKeyAnswerItems",
    "ReportBySubscriptionAnswer",
    "ReportBySubscriptionAnswerItems",
    "ReportByUserAnswer",
    "ReportByUserAnswerItems",
    "ReportPartError",
    "ReportTimeseriesAnswer",
    "ReportTimeseriesAnswerBuckets",
    "RequestBackupAnswer",
    "RequestResponse",
    "RequestResponseItems",
    "ResetPasswordBody",
    "RestoredPayments",
    "RestoredPaymentsListing",
    "ResumeRequest",
    "ResumeServiceAnswer",
    "RevokeUserTokenAnswer",
    "RoleCallers",
    "RoleCallersMember",
    "RoleCallersOperator",
    "RoleMatrix",
    "RoleMatrixAreas",
    "RoleMatrixAreasPermissions",
    "RoleMatrixOperations",
    "SafetyRatings",
    "SafetyRatingsData",
    "SafetyRatingsDataRatings",
    "SafetyRatingsDataRatingsTechnologies",
    "SaleRecord",
    "SaleRecordAsListed",
    "SaleRecordData",
    "SaleRecordDataFairMarketValue",
    "SaleRecordDataListingPrice",
    "SalesHistory",
    "SalesHistoryData",
    "SandboxBumpRequest",
    "SavedMethod",
    "Search",
    "SearchGroups",
    "SearchHit",
    "SearchMissing",
    "SearchRequest",
    "SecondFactor",
    "SecondFactorRequest",
    "Seller",
    "SentRefundRequest",
    "Session",
    "SignInAnswer",
    "SignInRequest",
    "SignInWithPasskeyAnswer",
    "SignOnFinishRequest",
    "SignOnProvider",
    "SignOnStart",
    "SignOnStartRequest",
    "SignUpAnswer",
    "SignUpAnswerKeys",
    "SignUpRequest",
    "SignUpUserAnswer",
    "Specifications",
    "SpecificationsData",
    "StepUpRequest",
    "Subscription",
    "SubscriptionCredits",
    "SubscriptionPlan",
    "SubscriptionPlanChange",
    "SubscriptionPlanChanges",
    "SubscriptionPlanChangesNow",
    "SubscriptionPlanChangesPeriodEnd",
    "SubscriptionPlanOffer",
    "SubscriptionPlanOverage",
    "SubscriptionPlanRenewal",
    "SubscriptionRequest",
    "SubscriptionTransfer",
    "System",
    "SystemConnections",
    "SystemDisk",
    "SystemHeld",
    "SystemJournal",
    "SystemLeases",
    "SystemNodes",
    "SystemSettings",
    "SystemSingleCalls",
    "SystemVersions",
    "SystemVersionsDatasets",
    "SystemVersionsVinData",
    "TakeAddressBackBody",
    "Tax",
    "TaxIdCheck",
    "TaxIdDecision",
    "Taxes",
    "TaxesRules",
    "Terms",
    "TermsRequest",
    "TermsText",
    "TestApiAnswer",
    "TestMailRequest",
    "TestWebhookAnswer",
    "TextWithVins",
    "TimeZoneRequest",
    "TopUpRequest",
    "TransferProposal",
    "TransferRequest",
    "UnmatchedReturn",
    "UnreadText",
    "User",
    "UserNote",
    "UserNoteRequest",
    "UserRequest",
    "UsersSignUpRequest",
    "ValidationError",
    "VehicleImages",
    "VehicleImagesData",
    "VehicleImagesDataImages",
    "VehicleReport",
    "VehicleReportBatch",
    "VehicleReportData",
    "VehicleReportDataParts",
    "VehicleReportDataPartsAuction",
    "VehicleReportDataPartsAuctionData",
    "VehicleReportDataPartsAuctionDataCarFeatures",
    "VehicleReportDataPartsAuctionDataMarketValue",
    "VehicleReportDataPartsAuctionDataSaleDateLocation",
    "VehicleReportDataPartsAuctionDataTechnicalSpecs",
    "VehicleReportDataPartsAuctionDataTitleAndCondition",
    "VehicleReportDataPartsHeadlightAssembly",
    "VehicleReportDataPartsHeadlightAssemblyData",
    "VehicleReportDataPartsHeadlightAssemblyDataHeadlights",
    "VehicleReportDataPartsHeadlightAssemblyDataHeadlightsBulb",
    "VehicleReportDataPartsKnownProblems",
    "VehicleReportDataPartsKnownProblemsData",
    "VehicleReportDataPartsKnownProblemsDataBulletins",
    "VehicleReportDataPartsKnownProblemsDataBulletinsBulletins",
    "VehicleReportDataPartsKnownProblemsDataComplaints",
    "VehicleReportDataPartsKnownProblemsDataComplaintsComponents",
    "VehicleReportDataPartsKnownProblemsDataComplaintsComponentsExamples",
    "VehicleReportDataPartsKnownProblemsDataComplaintsTotals",
    "VehicleReportDataPartsKnownProblemsDataInvestigations",
    "VehicleReportDataPartsKnownProblemsDataInvestigationsInvestigations",
    "VehicleReportDataPartsLicenseDecoder",
    "VehicleReportDataPartsLicenseDecoderData",
    "VehicleReportDataPartsLicenseDecoderDataRegistration",
    "VehicleReportDataPartsLien",
    "VehicleReportDataPartsLienData",
    "VehicleReportDataPartsLienDataAsListed",
    "VehicleReportDataPartsLienDataLiens",
    "VehicleReportDataPartsMarketValuation",
    "VehicleReportDataPartsMarketValuationData",
    "VehicleReportDataPartsMarketValuationDataBasic",
    "VehicleReportDataPartsMarketValuationDataIntro",
    "VehicleReportDataPartsMarketValuationDataMarketValue",
    "VehicleReportDataPartsMarketValuationDataMarketValueMarketValueData",
    "VehicleReportDataPartsMarketValuationDataMarketValueMarketValueDataMarketValue",
    "VehicleReportDataPartsMarketValuationDataStatistics",
    "VehicleReportDataPartsMarketValuationDataStatisticsSales",
    "VehicleReportDataPartsMotorcycleDecode",
    "VehicleReportDataPartsMotorcycleDecodeData",
    "VehicleReportDataPartsOemParts",
    "VehicleReportDataPartsOemPartsData",
    "VehicleReportDataPartsOemPartsDataParts",
    "VehicleReportDataPartsOemVinDecode",
    "VehicleReportDataPartsOemVinDecodeData",
    "VehicleReportDataPartsOemVinDecodeDataBasic",
    "VehicleReportDataPartsOemVinDecodeDataCheck",
    "VehicleReportDataPartsOemVinDecodeDataDerived",
    "VehicleReportDataPartsOemVinDecodeDataDimensions",
    "VehicleReportDataPartsOemVinDecodeDataDrivetrain",
    "VehicleReportDataPartsOemVinDecodeDataElements",
    "VehicleReportDataPartsOemVinDecodeDataEngine",
    "VehicleReportDataPartsOemVinDecodeDataExplanation",
    "VehicleReportDataPartsOemVinDecodeDataExplanationElements",
    "VehicleReportDataPartsOemVinDecodeDataExplanationElementsAlternatives",
    "VehicleReportDataPartsOemVinDecodeDataFuel",
    "VehicleReportDataPartsOemVinDecodeDataManufacturer",
    "VehicleReportDataPartsOemVinDecodeDataPositions",
    "VehicleReportDataPartsOemVinDecodeDataRestraint",
    "VehicleReportDataPartsOemVinDecodeDataTransmission",
    "VehicleReportDataPartsOemVinDecodeDataVehicleTypes",
    "VehicleReportDataPartsOemVinDecodeDataVehicleTypesCandidates",
    "VehicleReportDataPartsOemVinDecodeDataVehicleTypesFacts",
    "VehicleReportDataPartsOilLookup",
    "VehicleReportDataPartsOilLookupData",
    "VehicleReportDataPartsOilLookupDataDrainBolt",
    "VehicleReportDataPartsOilLookupDataFilters",
    "VehicleReportDataPartsOilLookupDataOilSpecs",
    "VehicleReportDataPartsOilLookupDataOilSpecsCapacityWithFilter",
    "VehicleReportDataPartsOpenRecall",
    "VehicleReportDataPartsOpenRecallData",
    "VehicleReportDataPartsOpenRecallDataMatchedModels",
    "VehicleReportDataPartsOpenRecallDataRecalls",
    "VehicleReportDataPartsRecalls",
    "VehicleReportDataPartsRecallsData",
    "VehicleReportDataPartsRecallsDataRecalls",
    "VehicleReportDataPartsRepairEstimates",
    "VehicleReportDataPartsRepairEstimatesData",
    "VehicleReportDataPartsRepairEstimatesDataNarrowed",
    "VehicleReportDataPartsRepairEstimatesDataRepair",
    "VehicleReportDataPartsRepairEstimatesDataRepairRepair",
    "VehicleReportDataPartsRepairEstimatesDataRepairRepairCosts",
    "VehicleReportDataPartsSafetyRatings",
    "VehicleReportDataPartsSafetyRatingsData",
    "VehicleReportDataPartsSafetyRatingsDataMatchedModels",
    "VehicleReportDataPartsSafetyRatingsDataRatings",
    "VehicleReportDataPartsSafetyRatingsDataRatingsTechnologies",
    "VehicleReportDataPartsSaleshistory",
    "VehicleReportDataPartsSaleshistoryData",
    "VehicleReportDataPartsSaleshistoryDataSalesHistory",
    "VehicleReportDataPartsSaleshistoryDataSalesHistoryAsListed",
    "VehicleReportDataPartsSaleshistoryDataSalesHistoryData",
    "VehicleReportDataPartsSaleshistoryDataSalesHistoryDataFairMarketValue",
    "VehicleReportDataPartsSaleshistoryDataSalesHistoryDataListingPrice",
    "VehicleReportDataPartsUsPlateDecode",
    "VehicleReportDataPartsUsPlateDecodeData",
    "VehicleReportDataPartsUsPlateDecodeDataIntro",
    "VehicleReportDataPartsVehicleImages",
    "VehicleReportDataPartsVehicleImagesData",
    "VehicleReportDataPartsVehicleImagesDataImages",
    "VehicleReportDataPartsVehicleTypes",
    "VehicleReportDataPartsVehicleTypesData",
    "VehicleReportDataPartsVinDecoder",
    "VehicleReportDataPartsVinDecoderData",
    "VehicleReportDataPartsWindshieldApi",
    "VehicleReportDataPartsWindshieldApiData",
    "VehicleReportDataPartsWindshieldApiDataWindshields",
    "VehicleReportDataPartsYmmSpecs",
    "VehicleReportDataPartsYmmSpecsData",
    "VehicleReportDataVehicle",
    "VehicleReportPrice",
    "VehicleReportPriceData",
    "VehicleReportPriceDataPartsValue",
    "VehicleTypeSource",
    "VehicleTypeSourceCandidates",
    "VehicleTypeSourceFacts",
    "VehicleTypes",
    "VehicleTypesData",
    "VendorMapping",
    "VinBatch",
    "VinData",
    "VinDataCalls",
    "VinDataCallsExamples",
    "VinDataSummary",
    "VinDecode",
    "VinDecodeData",
    "VinDecodes",
    "VinDecodesData",
    "VinPack",
    "VinsInText",
    "VinsInTextData",
    "VinsInTextDataVins",
    "VpicBatch",
    "VpicDecodeWMI",
    "VpicDecodeWMIResults",
    "VpicGetAllMakes",
    "VpicGetAllMakesResults",
    "VpicGetAllManufacturers",
    "VpicGetAllManufacturersResults",
    "VpicGetAllManufacturersResultsVehicleTypes",
    "VpicGetCanadianVehicleSpecifications",
    "VpicGetCanadianVehicleSpecificationsResults",
    "VpicGetCanadianVehicleSpecificationsResultsSpecs",
    "VpicGetEquipmentPlantCodes",
    "VpicGetEquipmentPlantCodesResults",
    "VpicGetMakeForManufacturer",
    "VpicGetMakeForManufacturerResults",
    "VpicGetMakesForManufacturerAndYear",
    "VpicGetMakesForManufacturerAndYearResults",
    "VpicGetMakesForVehicleType",
    "VpicGetMakesForVehicleTypeResults",
    "VpicGetManufacturerDetails",
    "VpicGetManufacturerDetailsResults",
    "VpicGetManufacturerDetailsResultsEquipmentItems",
    "VpicGetManufacturerDetailsResultsVehicleTypes",
    "VpicGetModelsForMake",
    "VpicGetModelsForMakeId",
    "VpicGetModelsForMakeIdYear",
    "VpicGetModelsForMakeIdYearAndType",
    "VpicGetModelsForMakeIdYearType",
    "VpicGetModelsForMakeResults",
    "VpicGetModelsForMakeYear",
    "VpicGetModelsForMakeYearAndType",
    "VpicGetModelsForMakeYearType",
    "VpicGetModelsForMakeYearTypeResults",
    "VpicGetParts",
    "VpicGetPartsResults",
    "VpicGetVehicleTypesForMake",
    "VpicGetVehicleTypesForMakeId",
    "VpicGetVehicleTypesForMakeIdResults",
    "VpicGetVehicleVariableList",
    "VpicGetVehicleVariableListResults",
    "VpicGetVehicleVariableValuesList",
    "VpicGetVehicleVariableValuesListResults",
    "VpicGetWMIsForManufacturer",
    "VpicGetWMIsForManufacturerResults",
    "VpicGetWMIsForManufacturers",
    "VpicRoutes",
    "VpicRoutesResults",
    "VpicValues",
    "VpicVariables",
    "VpicVariablesResults",
    "Watch",
    "WatchBody",
    "WatchComparison",
    "WatchPage",
    "Webhook",
    "WebhookAttempt",
    "WebhookDelivery",
    "WebhookEvent",
    "WebhookEventType",
    "WebhookInput",
    "WebhookReplay",
    "WebhookSecrets",
    "WebhookUpdate",
    "Windshield",
    "WindshieldData",
    "WindshieldDataWindshields",
]


class Problem(TypedDict):
    # The URL of the page that explains the code.
    type: str
    # The kind of error, the same for all errors of one code.
    title: str
    # The HTTP status.
    status: int
    # The reason of this error, for people.
    detail: str
    # The kind of error, for programs.
    code: str
    # The request ID, as in `x-request-id` and the log of the service.
    request_id: str


class _HTTPValidationErrorRequired(TypedDict):
    # Every invalid input.
    detail: list[ValidationError]


class HTTPValidationError(_HTTPValidationErrorRequired, total=False):
    # Where a program begins, after a call without a key.
    links: dict[str, str]


class _ValidationErrorRequired(TypedDict):
    # The kind of fault, by pydantic's name.
    type: str
    # The position of the input: path, query, header or body, then names and indices.
    loc: list[str | int]
    # The fault of the input.
    msg: str
    # The value as sent; `[redacted]` if it is or can contain a secret.
    input: Any


class ValidationError(_ValidationErrorRequired, total=False):
    # The values in the message.
    ctx: dict[str, Any]


class BrandContact(TypedDict):
    """As it was entered; GET /identity has the settings' too."""

    # The address for customers.
    email: str | None
    # The telephone number.
    phone: str | None
    # A help page.
    url: str | None


class Brand(TypedDict):
    # From 1; 0 before anything is stored.
    version: int
    # The name that pages show.
    name: str
    # The name as it was entered; null: the settings'.
    stored_name: str | None
    # The logo.
    logo: BrandLogo | None
    # In dark mode; null: the same.
    logo_dark: BrandLogo | None
    # The color of buttons and links; null: petrol.
    accent: BrandAccent | None
    # As it was entered; GET /identity has the settings' too.
    contact: BrandContact
    # In the footer, in this order.
    links: list[BrandLink]
    # Of dates in mails; null: UTC.
    time_zone: str | None


class BrandLogo(TypedDict):
    # Of its bytes, in hexadecimal digits.
    sha256: str
    # By its content.
    type: Literal["image/png", "image/svg+xml"]
    # Where it is read, below the service's address. Its content never changes.
    url: str


class BrandAccent(TypedDict):
    # Upon light pages, white included.
    light: str
    # Upon dark pages.
    dark: str


class BrandLink(TypedDict):
    # What the link leads to.
    label: str
    # An https address.
    url: str


class BrandRequestContact(TypedDict, total=False):
    """How customers reach the operator."""

    # For customers; null: VINGATE_OPERATOR_EMAIL.
    email: str | None
    # With the country's code, such as +420 222 333 444.
    phone: str | None
    # A help page; null: VINGATE_OPERATOR_URL.
    url: str | None


class BrandRequest(TypedDict, total=False):
    # The version that the change is based on: 409 if another one was stored since.
    version: int
    # The name; null: VINGATE_OPERATOR_NAME, else Vingate.
    name: str | None
    # The logo; null: none.
    logo: BrandLogoRequest | None
    # In dark mode; null: the same.
    logo_dark: BrandLogoRequest | None
    # The color of buttons and links. Each needs a contrast of 4.5:1; null: petrol.
    accent: BrandAccent | None
    # How customers reach the operator.
    contact: BrandRequestContact
    # In the footer, in this order.
    links: list[BrandLink]
    # Of dates in mails that no plan gives a zone; null: UTC.
    time_zone: str | None


class BrandLogoRequest(TypedDict, total=False):
    # A new PNG or SVG of at most 64 kB, in Base64.
    data: str
    # The logo that was stored with this SHA-256, to keep it or to use it again.
    sha256: str


class _SignInRequestRequired(TypedDict):
    # The email address, unique among users. Case is ignored.
    email: str
    # The user's password.
    password: str


class SignInRequest(_SignInRequestRequired, total=False):
    # Six digits of the authenticator app, or a recovery code. Only for accounts with a second factor.
    code: str
    # What follows the # of the link in a mail about refused sign-ins: it admits one sign-in where others are refused. One that is not valid is ignored.
    admit_token: str


class _UserRequired(TypedDict):
    # The id.
    id: str
    # Empty after the user is deleted, or if a restore lost a new one.
    email: str
    # The first name, 1 to 100 characters.
    first_name: str
    # The last name, 1 to 100 characters.
    last_name: str
    # An `operator` can do what its `operator_role` permits; a `customer` can only use its own data.
    role: Literal["operator", "customer"]
    # What an operator may do, as `GET /roles` lists it; null for customers.
    operator_role: Literal["owner", "support", "billing", "data"] | None
    # An organization has no password: its members sign in, and act for it.
    kind: Literal["person", "organization"]
    # Only an `active` user can sign in and make calls.
    state: Literal["active", "blocked", "pending", "deleted"]
    # Of the account's mails and invoices.
    language: Literal["en", "de", "es"]
    # The caller's own members, kept as sent.
    attributes: dict[str, Any]
    # Whether the user receives mail at the address. Always true if the service sends no mail.
    email_confirmed: bool
    # When the user was created.
    registered_at: str
    # When it was last changed.
    updated_at: str


class User(_UserRequired, total=False):
    # Only operators see it.
    note: str | None
    # Who first proved to receive mail for the account: who registered it, somebody else who took it, an operator, a provider of single sign-on, or an earlier version; null if no one has. Only operators see it.
    email_proved_by: Literal["registrant", "taker", "operator", "provider", "earlier"] | None


class SignUpRequest(TypedDict):
    # The email address, unique among users. Case is ignored.
    email: str
    # The password: at least 10 characters, not a common one.
    password: str
    # The first name, 1 to 100 characters.
    first_name: str
    # The last name, 1 to 100 characters.
    last_name: str


class SubscriptionCredits(TypedDict):
    """The credits."""

    # The credits granted so far.
    granted: int
    # The credits charged so far.
    used: int
    # Null if credits are unlimited.
    remaining: int | None
    # Whether credits are unlimited; `remaining` is then null.
    unlimited: bool


class Subscription(TypedDict):
    # The id.
    id: str
    # The user who owns the subscription.
    owner_id: str
    # What it includes: `/products/{id}`, `/apis/{id}` or `/apis` for all.
    scope: str
    # The product's ID; null for a subscription without a product.
    product_id: str | None
    # The display name.
    display_name: str
    # Only `active` subscriptions can make calls.
    state: Literal["active", "suspended", "submitted", "rejected", "cancelled", "expired"]
    # The reason for its state, shown to its owner.
    state_comment: str | None
    # When it was created.
    created_at: str
    # When it became active.
    start_at: str | None
    # When it ends; null if it does not end.
    expires_at: str | None
    # When it was cancelled or rejected, or expired.
    ended_at: str | None
    # The credits.
    credits: SubscriptionCredits


class ForgotRequest(TypedDict):
    # The email address, unique among users. Case is ignored.
    email: str


class _ConfirmRequestRequired(TypedDict):
    # What follows the # of the link.
    confirm_token: str


class ConfirmRequest(_ConfirmRequestRequired, total=False):
    # Of the account. Not needed with a session of it in `Authorization`.
    password: str
    # In place of `password`, from somebody who did not make the account: it becomes the password, and everything by which one could enter before ends, keys too.
    new_password: str


class Account(TypedDict):
    # The id.
    id: str
    # An organization has members, and no password.
    kind: Literal["person", "organization"]
    # The name.
    name: str
    # What the user may do for it; null for the own account of an operator.
    member_role: Literal["owner", "developer", "billing"] | None
    # Whether this session or token acts for it.
    is_chosen: bool
    # An operator views it as its customer does, and can change nothing.
    is_visit: bool
    # Of a visit: why, as the customer sees it.
    visit_reason: str | None
    # What the user may do for it, as `GET /roles` lists them; of a visit only what can be read.
    permissions: list[Literal["keys.view", "keys.change", "calls.view", "events.view", "events.change", "credits.view", "credits.change", "spending.change", "subscriptions.change", "catalogue.view", "plans.change", "offers.view", "offers.change", "papers.view", "papers.change", "details.change", "payments.decide", "mails.view", "mails.change", "self.view", "self.change", "sign-in.view", "sign-in.change", "session.change", "tokens.change", "account.view", "account.change", "members.change", "account.close", "customers.view", "notes.change", "customers.visit", "customers.change", "terms.change", "operators.view", "operators.change", "audit.view", "data.view", "data.change", "products.change", "apis.change", "inbox.view", "service.view", "service.change"]]


class _ChooseAccountRequestRequired(TypedDict):
    # The own account, an organization's, or that of a customer to be viewed.
    account_id: str


class ChooseAccountRequest(_ChooseAccountRequestRequired, total=False):
    # Why an operator views the account of a customer, who sees it. Required for that.
    reason: str


class _StepUpRequestRequired(TypedDict):
    # The password: at least 10 characters, not a common one.
    password: str


class StepUpRequest(_StepUpRequestRequired, total=False):
    # Only for users with a second factor, as at sign-in.
    code: str


class SecondFactor(TypedDict):
    # Since when app codes are on; null if they are off.
    on_since: str | None
    # Each is used once, with the password, in place of the app or the passkey.
    recovery_codes_left: int


class SecondFactorRequest(TypedDict):
    # Six digits that the app shows.
    code: str


class RecoveryCodes(TypedDict):
    # Each works once. They are shown only now.
    recovery_codes: list[str]


class Passkey(TypedDict):
    # The id.
    id: str
    # Given by the user.
    name: str
    # When it was created.
    created_at: str
    # Null if it was never used.
    last_used_at: str | None


class PasskeyRequest(TypedDict):
    # By which the user knows the device.
    name: str
    # What the browser returned.
    response: PasskeyRegistration


class _PasskeyRegistrationResponseRequired(TypedDict):
    # What the browser says of the page that asked.
    clientDataJSON: str
    # The public key. Attestations with certificates are refused.
    attestationObject: str


class PasskeyRegistrationResponse(_PasskeyRegistrationResponseRequired, total=False):
    """What the device returned."""

    # How browsers reach the device, such as `internal`.
    transports: list[str]


class PasskeyRegistration(TypedDict):
    # The ID that the device gave the passkey.
    id: str
    # What the device returned.
    response: PasskeyRegistrationResponse


class _AddedPasskeyRequired(TypedDict):
    # The id.
    id: str
    # Given by the user.
    name: str
    # When it was created.
    created_at: str
    # Null if it was never used.
    last_used_at: str | None


class AddedPasskey(_AddedPasskeyRequired, total=False):
    # If the user had none: each works once, with the password, in place of the passkey. They are shown only now.
    recovery_codes: list[str]


class PasskeyPatch(TypedDict):
    # By which the user knows the device.
    name: str


class PasskeyProofRequest(TypedDict):
    # What the browser returned.
    response: PasskeyProof


class _PasskeyProofResponseRequired(TypedDict):
    # What the browser says of the page that asked.
    clientDataJSON: str
    # What the device says of itself and its user.
    authenticatorData: str
    # Of both, by the passkey.
    signature: str


class PasskeyProofResponse(_PasskeyProofResponseRequired, total=False):
    """What the device returned."""

    # The user for whom the device made the passkey.
    userHandle: str | None


class PasskeyProof(TypedDict):
    # The ID that the device gave the passkey.
    id: str
    # What the device returned.
    response: PasskeyProofResponse


class Session(TypedDict):
    # The id.
    id: str
    # How the user proved who it is; null for sessions of an earlier version.
    method: Literal["password", "password_code", "recovery_code", "passkey", "single_sign_on"] | None
    # Browser and system, such as `Firefox on Linux`, or the name of a program; null if unknown.
    agent: str | None
    # The IP address from which the session began.
    address: str | None
    # When the session began.
    signed_in_at: str
    # Accurate to a minute.
    last_active_at: str
    # Whether this call uses the session.
    is_this: bool


class SignOnProvider(TypedDict):
    # For whom it is.
    id: Literal["customers", "operators"]
    # Follows "Continue with".
    name: str


class SignOnStartRequest(TypedDict):
    # As `GET /auth/sign-on` lists it.
    provider: Literal["customers", "operators"]


class SignOnStart(TypedDict):
    # The page of the provider, for the same browser.
    url: str
    # To be kept by this browser, and sent when it comes back. Valid once, for 10 minutes.
    attempt_token: str


class _SignOnFinishRequestRequired(TypedDict):
    # As the start returned it to this browser.
    attempt_token: str
    # As in the address to which the provider sent the browser, like those below.
    state: str


class SignOnFinishRequest(_SignOnFinishRequestRequired, total=False):
    # What the provider exchanges, once, for who signed in.
    code: str
    # The issuer, if the provider names it.
    iss: str
    # In place of `code` if the provider did not allow it.
    error: str


class Identity(TypedDict):
    # The id.
    id: str
    # Who says that it is the user.
    issuer: str
    # The provider's name; null if it is no longer set up.
    provider: str | None
    # The address when it was linked. It identifies no one.
    email: str | None
    # When the user linked it.
    linked_at: str
    # When it last signed the user in; null if never.
    last_used_at: str | None


class AccountClosingKept(TypedDict):
    # What the service keeps, in words.
    what: str
    # How long, in words: `10 years`.
    period: str


class AccountClosing(TypedDict):
    # Subscriptions that end, with their keys.
    subscriptions: int
    # Credits that are left in them and are lost.
    credits: int
    # What stays although the account is closed.
    kept: list[AccountClosingKept]


class _UsersSignUpRequestRequired(TypedDict):
    # The email address, unique among users. Case is ignored.
    email: str
    # The first name, 1 to 100 characters.
    first_name: str
    # The last name, 1 to 100 characters.
    last_name: str


class UsersSignUpRequest(_UsersSignUpRequestRequired, total=False):
    # If omitted, a password is generated and shown once.
    password: str
    # Of mails and invoices. If omitted, `en`.
    language: Literal["en", "de", "es"]
    # A note that only operators see.
    note: str | None


class _UserRequestRequired(TypedDict):
    # The email address, unique among users. Case is ignored.
    email: str
    # The first name, 1 to 100 characters.
    first_name: str
    # The last name, 1 to 100 characters.
    last_name: str


class UserRequest(_UserRequestRequired, total=False):
    # The password: at least 10 characters, not a common one.
    password: str
    # An `operator` can do what its `operator_role` permits; a `customer` can only use its own data.
    role: Literal["operator", "customer"]
    # What an operator may do. If omitted, the first operator is `owner`, others keep their role or are `support`.
    operator_role: Literal["owner", "support", "billing", "data"] | None
    # Only an `active` user can sign in and make calls.
    state: Literal["active", "blocked", "pending"]
    # Of mails and invoices. If omitted, a new user has `en`, and another keeps its own.
    language: Literal["en", "de", "es"]
    # A note that only operators see.
    note: str | None


class _OrganizationRequestRequired(TypedDict):
    # As on papers and in lists.
    name: str


class OrganizationRequest(_OrganizationRequestRequired, total=False):
    # Where mails to the organization go. No one signs in with it. Another address than one's own is sent a link that confirms it.
    contact_email: str


class Organization(TypedDict):
    # The id.
    id: str
    # As on papers and in lists.
    name: str
    # Where mails to the organization go.
    contact_email: str
    # Whether mail reaches the contact address.
    contact_confirmed: bool
    # Members can act only for an `active` organization.
    state: Literal["active", "blocked", "pending", "deleted"]
    # The number of members, owners included.
    members: int
    # When it was created.
    created_at: str


class OrganizationPatch(TypedDict, total=False):
    # As on papers and in lists.
    name: str
    # Where mails to the organization go. No one signs in with it. Another address than one's own is sent a link that confirms it.
    contact_email: str


class OrganizationMember(TypedDict):
    # The user's ID.
    user_id: str
    # The name.
    name: str
    # The email address, unique among users. Case is ignored.
    email: str
    # What the member may do, as `GET /roles` lists it.
    role: Literal["owner", "developer", "billing"]
    # `passkey` if there is one, `app_code` if sign-in needs a code of an app; null if neither.
    second_factor: Literal["passkey", "app_code"] | None
    # When the user became a member.
    joined_at: str
    # When a session or an access token of the member that acts for the organization was last used, accurate to a minute; null if none is left.
    last_active_at: str | None


class OrganizationMemberRequest(TypedDict):
    # What the member may do, as `GET /roles` lists it.
    role: Literal["owner", "developer", "billing"]


class OrganizationInvitation(TypedDict):
    # The id.
    id: str
    # The address that accepts it.
    email: str
    # What the member will be able to do, as `GET /roles` lists it.
    role: Literal["owner", "developer", "billing"]
    # Who invited, as the audit log names it.
    invited_by: str
    # When it was created.
    created_at: str
    # 7 days after it was made or renewed.
    expires_at: str


class _OrganizationInvitationRequestRequired(TypedDict):
    # The address that the account of the invited person has, or will have.
    email: str


class OrganizationInvitationRequest(_OrganizationInvitationRequestRequired, total=False):
    # What the member will be able to do, as `GET /roles` lists it.
    role: Literal["owner", "developer", "billing"]


class NewOrganizationInvitation(TypedDict):
    # The id.
    id: str
    # The address that accepts it.
    email: str
    # What the member will be able to do, as `GET /roles` lists it.
    role: Literal["owner", "developer", "billing"]
    # Who invited, as the audit log names it.
    invited_by: str
    # When it was created.
    created_at: str
    # 7 days after it was made or renewed.
    expires_at: str
    # To hand over to the invited person. It is shown once, and useless to any other account.
    invitation_token: str
    # Whether it was mailed. It is not if the service sends no mail, if the inviter's own address is not confirmed, or if the address has been sent as many mails as others may cause.
    sent: bool


class AcceptInvitationRequest(TypedDict):
    # As the inviter received it.
    invitation_token: str


class SubscriptionTransfer(TypedDict):
    # The own account, or an organization of which the caller is an owner.
    account_id: str


class UserNote(TypedDict):
    # The id.
    id: str
    # What the operator wrote.
    text: str
    # Who wrote it, as in the audit log.
    author: str
    # The author's name; null for others and for deleted users.
    author_name: str | None
    # When it was created.
    created_at: str


class UserNoteRequest(TypedDict):
    # Only operators see it.
    text: str


class AccessToken(TypedDict):
    # The id.
    id: str
    # What the token is for.
    name: str | None
    # When it was created.
    created_at: str
    # When it ends; null if it does not end.
    expires_at: str
    # Accurate to a minute; null if the token was never used.
    last_used_at: str | None
    # What it was made for; null for a token of an earlier version, which may do all but `enter`.
    made_for: list[Literal["read", "change", "show", "money", "secrets", "enter"]] | None


class RemainingCredential(TypedDict):
    # What it is; an identity is one of single sign-on.
    kind: Literal["token", "assistant", "passkey", "identity", "key"]
    # As its own list names it; of a key, its subscription.
    id: str
    # Of a key, its subscription's.
    name: str | None
    # Of a key; null for others.
    slot: Literal["primary", "secondary", "test"] | None
    # When it was made or linked.
    made_at: str
    # Null if it was never used, or if that is not known.
    last_used_at: str | None
    # The newest event after which it remained.
    event: Literal["address_proved", "password_changed", "password_reset", "email_changed", "address_returned", "factor_added", "factor_removed", "factor_reset", "entered_from_host", "identity_unlinked", "role_narrowed", "member_removed", "subscription_moved", "upgraded"]
    # When that was.
    event_at: str
    # The name of the member who left or has less of a role, and has read the key; else null.
    known_to: str | None


class OperatorAccess(TypedDict):
    # The id.
    id: str
    # When it happened.
    timestamp: str
    # Null for the operator token, and for operators whose account is deleted.
    operator_name: str | None
    # What the operator may do now; null for the operator token.
    operator_role: Literal["owner", "support", "billing", "data"] | None
    # Resource and verb as in the audit log, such as `user.visit`.
    action: str
    # The path of what was viewed or changed.
    object: str
    # Of a view of the account, of credits, and of a subscription's state; null without one.
    reason: str | None


class Operator(TypedDict):
    # The ID of the user.
    id: str
    # The name.
    name: str
    # The email address, unique among users. Case is ignored.
    email: str
    # What the operator may do, as `GET /roles` lists it.
    operator_role: Literal["owner", "support", "billing", "data"]
    # Blocked operators cannot sign in.
    state: Literal["active", "blocked", "pending", "deleted"]
    # `passkey` if there is one, `app_code` if sign-in needs a code of an app; null if neither.
    second_factor: Literal["passkey", "app_code"] | None
    # When a session or an access token was last used, accurate to a minute; null if none is left.
    last_active_at: str | None


class RoleMatrixAreasPermissions(TypedDict):
    # Its name, such as `keys.view`.
    permission: str
    # What it allows.
    text: str
    callers: RoleCallers


class RoleMatrixAreas(TypedDict):
    # What its permissions are about.
    area: str
    # The permissions, those that are used most first.
    permissions: list[RoleMatrixAreasPermissions]


class RoleMatrixOperations(TypedDict):
    # The id.
    id: str
    # The HTTP method.
    method: str
    # As the reference writes it.
    path: str
    # What it does.
    summary: str
    # That of its permission; the tag of an operation without one.
    area: str
    # Null if a key, or no credential, decides.
    permission: str | None
    callers: RoleCallers


class RoleMatrix(TypedDict):
    # All permissions, by area.
    areas: list[RoleMatrixAreas]
    # All operations, in the order of the reference.
    operations: list[RoleMatrixOperations]


class RoleCallersMember(TypedDict):
    """A customer, by the role in the account that it acts for."""

    # An owner, and every user for the own account.
    owner: Literal["yes", "own", "no"]
    # A developer of an organization.
    developer: Literal["yes", "own", "no"]
    # A member of an organization who pays.
    billing: Literal["yes", "own", "no"]


class RoleCallersOperator(TypedDict):
    """An operator, by role."""

    # An owner, and the operator token.
    owner: Literal["yes", "own", "no"]
    # Sees customers' accounts, and changes nothing.
    support: Literal["yes", "own", "no"]
    # Credits, offers, payments and papers.
    billing: Literal["yes", "own", "no"]
    # Datasets, products and APIs.
    data: Literal["yes", "own", "no"]


class RoleCallers(TypedDict):
    """`yes`: for all accounts; `own`: for the account that one acts for; `no`: not at all."""

    # Without a credential, or with the public client token.
    visitor: Literal["yes", "own", "no"]
    # A customer, by the role in the account that it acts for.
    member: RoleCallersMember
    # An operator, by role.
    operator: RoleCallersOperator


class _SubscriptionRequestRequired(TypedDict):
    # `/products/{id}`; operators may also use `/apis/{id}` and `/apis`.
    scope: str


class SubscriptionRequest(_SubscriptionRequestRequired, total=False):
    # Default: the caller.
    owner_id: str
    # Default: the name of the product.
    display_name: str
    # Only `active` subscriptions can make calls.
    state: Literal["active", "suspended", "submitted", "rejected", "cancelled", "expired"]
    # The reason for its state, shown to its owner.
    state_comment: str | None
    # When it ends; null if it does not end.
    expires_at: str | None
    # The first key.
    primary_key: str
    # The second key.
    secondary_key: str


class _SandboxBumpRequestRequired(TypedDict):
    # The subscription's ID.
    subscription_id: str
    # The credits to add, 1 to 10,000.
    credits: int


class SandboxBumpRequest(_SandboxBumpRequestRequired, total=False):
    # The reason, for the ledger.
    reason: str | None
    # Unique per subscription. A repeated key returns the first result and grants nothing.
    idempotency_key: str


class CreditsRequest(TypedDict, total=False):
    # The credits to add; negative to remove credits.
    change: int
    # The remaining credits after the change.
    set: int
    # The reason, for the ledger.
    reason: str | None
    # Unique per subscription. A repeated key returns the first result and changes nothing.
    idempotency_key: str


class _LedgerEntryRequired(TypedDict):
    # Null for charges.
    id: str | None
    # For charges, the start of the last hour in which they were made, or the entry that precedes or follows them within that hour.
    timestamp: str
    # `grant` when the subscription starts or an operator grants; `bump`, `adjust` and `set` by an operator; `renewal` when a period starts; `purchase` for bought credits; `expire` for credits that were not used in time; `write_off` for calls charged to credits of a lost node; `charge` for lookups.
    kind: Literal["grant", "bump", "adjust", "set", "renewal", "purchase", "expire", "write_off", "charge"]
    # The credits added; negative for credits removed or used.
    change: int
    # The credits left after it; null while they were unlimited.
    balance: int | None
    # The reason, for the ledger.
    reason: str | None


class LedgerEntry(_LedgerEntryRequired, total=False):
    # Who made the entry. Only operators see it.
    actor: str | None


class Grant(TypedDict):
    # The id.
    id: str
    # `period` comes with a period of the plan; `overage` is spent last and paid afterwards; `write_off` paid calls that no credits were left for.
    source: Literal["trial", "grant", "period", "purchase", "overage", "write_off"]
    # The number of the period that brought it.
    period: int | None
    # As granted.
    credits: int
    # Credits that can still be spent.
    left: int
    # Calls are assigned to grants in the order of this list.
    spent: int
    # Credits that were not used in time.
    expired: int
    # Credits that were removed by an operator, or by a lower cap.
    removed: int
    # When its credits are added to the balance.
    starts_at: str
    # Null if it does not expire.
    expires_at: str | None
    # `waiting` before it starts; `closing` after its expiry, until all nodes have reported their calls.
    state: Literal["waiting", "open", "closing", "closed"]


class _GrantRequestRequired(TypedDict):
    # The credits.
    credits: int


class GrantRequest(_GrantRequestRequired, total=False):
    # Of those that expire together, trial credits are spent first, and bought ones last.
    source: Literal["trial", "grant", "purchase"]
    # Null if it does not expire.
    expires_at: str | None
    # For the ledger.
    reason: str | None


class SubscriptionPlanOffer(TypedDict):
    # The product's ID; null for a subscription without a product.
    product_id: str
    # The display name.
    display_name: str
    # The version of the product's offer.
    offer_version: int
    # The code of ISO 4217.
    currency: str
    # In minor units, without tax: 9900 is €99.00.
    price_minor: int
    # How often the price is due.
    price_every: Literal["once", "month", "year"]
    # Those of one period.
    credits: int
    # How often they are granted.
    credits_every: Literal["once", "month"]


class SubscriptionPlanRenewal(TypedDict):
    # When it starts.
    at: str
    # Of the period.
    number: int
    # The product's ID; null for a subscription without a product.
    product_id: str
    # The version of the product's offer.
    offer_version: int
    # In minor units, without tax: 9900 is €99.00.
    price_minor: int
    # The code of ISO 4217.
    currency: str


class SubscriptionPlanChange(TypedDict):
    # When it is made.
    at: str
    # Null if renewals end.
    product_id: str | None
    # The version that it begins with; null if renewals end.
    offer_version: int | None


class SubscriptionPlanOverage(TypedDict):
    # Credits beyond those of the plan that a period can use at most; 0: none.
    cap: int
    # The highest cap of the offer.
    cap_max: int
    # The price of `per` credits, paid afterwards.
    price_minor: int
    # Credits that the price is for.
    per: int
    # The code of ISO 4217.
    currency: str


class SubscriptionPlanChangesNow(TypedDict):
    # In minor units, without tax: 9900 is €99.00.
    price_minor: int
    # When its first period ends; null if it does not.
    ends_at: str | None


class SubscriptionPlanChangesPeriodEnd(TypedDict):
    # In minor units, without tax: 9900 is €99.00.
    price_minor: int
    # When the period that runs ends.
    at: str


class SubscriptionPlanChanges(TypedDict):
    # The product's ID; null for a subscription without a product.
    product_id: str
    # The display name.
    display_name: str
    # The version of the product's offer.
    offer_version: int
    # The code of ISO 4217.
    currency: str
    # In minor units, without tax: 9900 is €99.00.
    price_minor: int
    # How often the price is due.
    price_every: Literal["once", "month", "year"]
    # Those of one period.
    credits: int
    # How often they are granted.
    credits_every: Literal["once", "month"]
    # A period that starts now, at its full price; null for a smaller plan.
    now: SubscriptionPlanChangesNow | None
    # From the next period on; null if no period runs.
    period_end: SubscriptionPlanChangesPeriodEnd | None


class SubscriptionPlan(TypedDict):
    # The subscription's ID.
    subscription_id: str
    # `none`: no offer. `suspended` while the subscription is not active. `lapsed` after a period that was not paid.
    state: Literal["none", "active", "paused", "suspended", "lapsed", "ended"]
    # By invoice, credits are granted immediately; prepaid, when the period is paid.
    payment: Literal["invoice", "prepaid"] | None
    # In which periods begin.
    time_zone: str
    # What the plan is sold for; null without one.
    offer: SubscriptionPlanOffer | None
    # The one that runs.
    period: BillingPeriod | None
    # The next period; null if none follows.
    renewal: SubscriptionPlanRenewal | None
    # What is scheduled. It can be withdrawn until then.
    change: SubscriptionPlanChange | None
    # Null if the offer has no credits beyond.
    overage: SubscriptionPlanOverage | None
    # Credits on top that it can buy: those of the newest version that applies to it.
    packages: list[OfferPackage]
    # The plans on sale, the cheapest first.
    changes: list[SubscriptionPlanChanges]
    # Why the caller cannot begin a plan with a price, or buy credits; null if it can. Free plans are not concerned.
    not_sold: str | None


class BillingPeriod(TypedDict):
    # The subscription's ID.
    subscription_id: str
    # From 0, over all plans of the subscription.
    number: int
    # The product's ID; null for a subscription without a product.
    product_id: str
    # The version of the product's offer.
    offer_version: int
    # When it starts.
    starts_at: str
    # The start of the next period; null for what is sold once.
    ends_at: str | None
    # `due` before it starts and `unpaid` afterwards, until it is paid; `lapsed`: it was not paid, and renewals have stopped.
    state: Literal["due", "unpaid", "paid", "lapsed"]
    # The grant of its credits; null without one.
    grant_id: str | None
    # In minor units, without tax: 9900 is €99.00.
    price_minor: int
    # The code of ISO 4217.
    currency: str
    # When it lapses if it is not paid; null if it does not by itself.
    lapses_at: str | None


class OfferPackage(TypedDict):
    # Unique in the offer. A purchase names it.
    id: str
    # The credits.
    credits: int
    # The price in minor units.
    price_minor: int
    # The months until its credits expire.
    months: int


class _PlanRequestRequired(TypedDict):
    # The product to change to; null ends renewals.
    product_id: str | None
    # `now` begins a period at its full price; credits that are left stay until they expire.
    when: Literal["now", "period_end"]


class PlanRequest(_PlanRequestRequired, total=False):
    # The price that the caller saw. Required with a product.
    price_minor: int
    # Required with a product.
    currency: str
    # The version of the offer that the caller saw. Required with a product.
    offer_version: int


class OverageRequest(TypedDict):
    # Credits beyond those of the plan that a period can use at most; 0: none.
    cap: int


class TimeZoneRequest(TypedDict):
    # Periods that are stored already do not change: the next one begins where they end.
    time_zone: str


class ExtendRequest(TypedDict, total=False):
    # Added to the time at which it lapses.
    days: int


class NumberGap(TypedDict):
    # The first number that no paper has.
    first: str
    # The last one.
    last: str
    # Why they were left out, as a sentence without a full stop.
    reason: str
    # When they were left out.
    at: str


class MissingLetters(TypedDict):
    # Each letter once. Empty: papers show the whole text.
    missing: list[str]


class MonthRevenue(TypedDict):
    # In UTC.
    month: str
    # The code of ISO 4217.
    currency: str
    # Of the invoices issued in it, net, in minor units.
    invoiced_minor: int
    # Of the credit notes issued in it, net.
    credited_minor: int
    # Of what was supplied in it, net. A credit note counts from its month on.
    recognized_minor: int
    # At its end: invoiced and not supplied yet, net.
    deferred_minor: int
    # At its end: supplied and not invoiced yet, net.
    accrued_minor: int


class Paper(TypedDict):
    # The id.
    id: str
    # What the paper is.
    kind: Literal["invoice", "credit_note", "statement"]
    # Unique. All papers of a year are numbered without gaps.
    number: str
    # The buyer's account.
    account_id: str
    # The code of ISO 4217.
    currency: str
    # In minor units; of a credit note too, it is positive.
    net_minor: int
    # In minor units; of a credit note too, it is positive.
    tax_minor: int
    # In minor units; of a credit note too, it is positive.
    gross_minor: int
    # The month of the supply, in UTC; of a credit note, that of its issue.
    month: str
    # When it was issued.
    issued_at: str
    # The ID of the invoice that it corrects: of a credit note, and of an invoice that takes a credit note back.
    corrects: str | None


class PaperFormMissing(TypedDict):
    # The term of EN 16931.
    term: str
    # In which part of a paper it is.
    of: Literal["seller", "buyer", "paper"]
    # The member of this part.
    member: str
    # A sentence for people.
    text: str


class PaperForm(TypedDict):
    # EN 16931 as CII, XRechnung 3 as CII and as UBL, and Peppol BIS Billing 3.
    form: Literal["en16931_cii", "xrechnung_cii", "xrechnung_ubl", "peppol"]
    # What the paper lacks. Empty: it can be downloaded in this form.
    missing: list[PaperFormMissing]


class Seller(TypedDict):
    # The legal name.
    name: str
    # Street and house, or a box.
    address: list[str]
    # As it is printed before the city.
    postal_code: str | None
    # Of the address.
    city: str
    # The code of ISO 3166-1. Its tax applies to buyers whose country is unknown.
    country: str
    # The VAT ID or another tax ID.
    tax_id: str | None
    # Register and number of the company.
    registration: str | None
    # The email address, unique among users. Case is ignored.
    email: str | None
    # The person or department that answers questions about papers.
    contact: str | None
    # Of the contact.
    phone: str | None
    # Of the seller in Peppol or another network. E-invoices need it.
    electronic_address: ElectronicAddress | None
    # The account for transfers. Its country, length and check digits are compared.
    iban: str | None
    # The bank of the account.
    bic: str | None
    # Printed below the account.
    bank_text: str | None
    # The days until an unpaid invoice is due.
    payment_days: int


class ElectronicAddress(TypedDict):
    """Where e-invoices are sent, as in Peppol."""

    # The code of the scheme in the list EAS: `EM` for an e-mail address, `9930` for a German VAT ID.
    scheme: str
    # The ID in the scheme. Where its form is known, it is compared.
    id: str


class TaxesRules(TypedDict):
    # The buyer's, as codes of ISO 3166-1.
    countries: list[str]
    # Only for buyers with a tax ID, or only without; null: for both.
    with_tax_id: bool | None
    # What these buyers pay.
    tax: Tax


class Taxes(TypedDict):
    # In the order in which they are tried.
    rules: list[TaxesRules]
    # For buyers that no rule fits.
    otherwise: Tax


class Tax(TypedDict):
    # In hundredths of a percent: 1900 is 19%.
    rate: int
    # The category of EN 16931.
    category: Literal["S", "Z", "E", "AE", "G", "O"]
    # Printed, such as why no tax is added.
    reason: str


class BookkeepingAccountsRevenue(TypedDict):
    # The category of tax.
    category: Literal["S", "Z", "E", "AE", "G", "O"]
    # Hundredths of a percent.
    rate: int
    # One that computes this tax by itself (Automatikkonto).
    account: str


class _BookkeepingAccountsRequired(TypedDict):
    # The tax consultant's number (Beraternummer).
    consultant: int
    # Your number there (Mandantennummer).
    client: int
    # The chart of accounts, SKR03 or SKR04.
    chart: Literal["03", "04"]
    # The digits of general accounts (Sachkontenlänge).
    length: int
    # The first day of the business year, as month and day.
    year_start: str
    # That all customers are posted to, for example 10000.
    debtors: str
    # For transfers: 1200 of SKR03, 1800 of SKR04.
    bank: str
    # For the provider of cards: 1360 of SKR03, 1460 of SKR04.
    card: str
    # For example 8400 of SKR03 and 4400 of SKR04 for 19%.
    revenue: list[BookkeepingAccountsRevenue]


class BookkeepingAccounts(_BookkeepingAccountsRequired, total=False):
    # For what the provider of cards keeps: 4970 of SKR03, 6855 of SKR04. A month with fees needs it.
    fees: str
    # For money on its way from the provider of cards to the bank, and what its balance has besides: one of your own next to that for `card`. Payouts are posted to the bank without it; a month with adjustments needs it.
    transit: str


class BillingDetailsTaxIdCheck(TypedDict):
    # How it was checked: by its form alone; by VIES, which confirmed it, refused it or has not answered; or by an operator after that. With `wrong_form`, `invalid` and `refused`, tax is charged as without a tax ID.
    state: Literal["by_form", "wrong_form", "unconfirmed", "valid", "invalid", "accepted", "refused"]
    # The day of VIES's answer, of the last attempt or of the decision, UTC.
    on: str | None
    # VIES's consultation number.
    reference: str | None
    # Until when VIES is asked again; null if it is not. An operator decides then.
    asked_until: str | None


class BillingDetails(TypedDict):
    # The legal name.
    company: str | None
    # The name.
    name: str | None
    # Street and house, or a box.
    address: list[str] | None
    # As it is printed before the city.
    postal_code: str | None
    # Of the address.
    city: str | None
    # Null until details are given, as all of them.
    country: str | None
    # Null without one.
    tax_id: str | None
    # Null without a tax ID.
    tax_id_check: BillingDetailsTaxIdCheck | None
    # Printed on invoices.
    order_reference: str | None
    # By which the buyer's bookkeeping routes invoices.
    buyer_reference: str | None
    # Where the buyer receives e-invoices.
    electronic_address: ElectronicAddress | None
    # Null: the account's address.
    invoices_to: str | None
    # Whether the account can pay by invoice.
    invoice_allowed: bool
    # In which the account pays; null until it pays.
    currency: str | None
    # Of an invoice that is issued now; null until the operator has entered taxes.
    tax: Tax | None


class _BillingDetailsRequestRequired(TypedDict):
    # The code of ISO 3166-1. With the tax ID it decides the tax.
    country: str


class BillingDetailsRequest(_BillingDetailsRequestRequired, total=False):
    # The legal name.
    company: str | None
    # The person to whom papers are addressed.
    name: str | None
    # Street and house, or a box.
    address: list[str]
    # As it is printed before the city.
    postal_code: str | None
    # Of the address, which needs one.
    city: str | None
    # Its form and check digits are compared, and VIES is asked with `VINGATE_VIES`.
    tax_id: str | None
    # Printed on invoices.
    order_reference: str | None
    # By which the buyer's bookkeeping routes invoices; German authorities have a Leitweg-ID.
    buyer_reference: str | None
    # Where the buyer receives e-invoices; null: nowhere.
    electronic_address: ElectronicAddress | None
    # Null: the account's address.
    invoices_to: str | None
    # Whether the account can pay by invoice. Only operators change it.
    invoice_allowed: bool


class _TermsRequestRequired(TypedDict):
    # The heading.
    title: str


class TermsRequest(_TermsRequestRequired, total=False):
    # A page to read.
    url: str | None
    # Markdown.
    text: str | None


class TermsText(TypedDict):
    # Terms of service, privacy, processing of data, or license of data.
    kind: Literal["terms", "privacy", "dpa", "data_license"]
    # From 1. A published version never changes.
    version: int
    # The heading.
    title: str
    # The page to read; null if the version has a text.
    url: str | None
    # SHA-256 of the text, or of the address, in hexadecimal digits.
    digest: str
    # When it was published.
    published_at: str
    # Markdown; null if the version is a page elsewhere.
    text: str | None


class Terms(TypedDict):
    # Terms of service, privacy, processing of data, or license of data.
    kind: Literal["terms", "privacy", "dpa", "data_license"]
    # From 1. A published version never changes.
    version: int
    # The heading.
    title: str
    # The page to read; null if the version has a text.
    url: str | None
    # SHA-256 of the text, or of the address, in hexadecimal digits.
    digest: str
    # When it was published.
    published_at: str


class AcceptanceRequest(TypedDict):
    # Terms of service, privacy, processing of data, or license of data.
    kind: Literal["terms", "privacy", "dpa", "data_license"]
    # From 1. A published version never changes.
    version: int


class Acceptance(TypedDict):
    # Terms of service, privacy, processing of data, or license of data.
    kind: Literal["terms", "privacy", "dpa", "data_license"]
    # From 1. A published version never changes.
    version: int
    # When it was accepted first.
    accepted_at: str


class TaxIdCheck(TypedDict):
    # The buyer's account.
    account_id: str
    # The code of ISO 3166-1.
    country: str
    # Without spaces and signs.
    tax_id: str
    # What is known of it.
    state: Literal["unconfirmed", "valid", "invalid", "accepted", "refused"]
    # When it was asked for first.
    since: str
    # How often VIES was asked.
    attempts: int
    # When it was asked last, or an operator decided.
    asked_at: str
    # The day of VIES's answer; null without one.
    answered_on: str | None
    # VIES's consultation number.
    reference: str | None
    # When it is asked again; null if it is not.
    next_at: str | None
    # Whether VIES did not answer for 30 days: an operator decides.
    needs_decision: bool


class TaxIdDecision(TypedDict):
    # `accept`: it counts, as by its form. `refuse`: tax is charged as without a tax ID.
    decision: Literal["accept", "refuse"]
    # The ID that you saw. Another one is not decided.
    tax_id: str


class KeyInUse(TypedDict):
    # The slot of the key, also if it was replaced.
    slot: Literal["primary", "secondary", "test"]
    # When it was created.
    created_at: str
    # When a replaced key stops working; null for the current keys.
    expires_at: str | None
    # The minute in which a key of this slot was last used since this key was created; null if never.
    last_used_at: str | None


class FoundKey(TypedDict):
    # The subscription's ID.
    subscription_id: str
    # The user's ID.
    user_id: str
    # The slot of the key, also if it was replaced.
    slot: Literal["primary", "secondary", "test"]


class Product(TypedDict):
    # The id.
    id: str
    # The display name.
    display_name: str
    # A description for readers.
    description: str
    # The terms of use, as text.
    terms: str
    # This member is stored but has no effect: every lookup needs a key.
    subscription_required: bool
    # Whether new subscriptions need an operator's approval.
    approval_required: bool
    # How many subscriptions one user may ever have. null: no limit for operators; one that customers create themselves, if approval is automatic and credits are granted.
    subscriptions_limit: int | None
    # Customers see and subscribe to published products only. Existing subscriptions are not affected.
    state: Literal["published", "not_published"]
    # Credits granted to each new subscription; null for unlimited credits.
    credits_granted: int | None
    # Only operators see its `ip_filter`.
    policy: Policy
    # When it was created.
    created_at: str
    # When it was last changed.
    updated_at: str


class PolicyRateLimit(TypedDict):
    """The calls allowed per period, which begins with the first call. Further calls return 429 `rate_limited`."""

    # The maximum number of calls per period.
    calls: int
    # The length of the period in seconds.
    renewal_period_s: int


class _PolicyQuotaRequired(TypedDict):
    # When the quota's next period begins, by the UTC calendar; `lifetime` is one period without end.
    renewal: Literal["day", "week", "month", "lifetime"]


class PolicyQuota(_PolicyQuotaRequired, total=False):
    """The answered calls (200, 304 and 404) allowed per calendar day, week (from Monday) or month in UTC, or in total. Further calls return 429 `quota_exceeded`."""

    # The maximum number of calls per period.
    calls: int
    # The size of the responses in bytes, divided by 1024.
    bandwidth_kb: int


class PolicyCreditCost(TypedDict, total=False):
    """The credits of a call, if they differ from the operation's."""

    # The credits that a lookup costs; 1 if it is left out.
    default: int
    # The credits that a selector or list operation costs; 0 if it is left out.
    options: int
    # The credits that a lookup of one API costs in place of `default`, by the API's id.
    per_api: dict[str, int]
    # The credits that one operation costs in place of all others, by its name in reports: `pets.listPets` of a registered API's document, or the operation's ID of a lookup.
    per_operation: dict[str, int]


class PolicyIpFilter(TypedDict, total=False):
    """Addresses and CIDRs. `deny` takes precedence; if `allow` names any, all others are refused."""

    # The IP addresses and networks that are allowed.
    allow: list[str]
    # The IP addresses and networks that are blocked.
    deny: list[str]


class PolicyCache(TypedDict):
    """Seconds for which a successful response may be cached: by its caller (`Cache-Control`), and by this service for registered APIs."""

    # Seconds for which a successful response may be cached.
    ttl_s: int


class _PolicyCorsRequired(TypedDict):
    # The origins whose scripts may read responses; `*` for all.
    origins: list[str]


class PolicyCors(_PolicyCorsRequired, total=False):
    """The origins whose scripts may call; default: all origins. Credentials mode is never allowed."""

    # The methods that these scripts may use.
    methods: list[Literal["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]]
    # Request headers that are allowed besides those of every lookup.
    headers: list[str]


class Policy(TypedDict, total=False):
    # The calls allowed per period, which begins with the first call. Further calls return 429 `rate_limited`.
    rate_limit: PolicyRateLimit
    # The answered calls (200, 304 and 404) allowed per calendar day, week (from Monday) or month in UTC, or in total. Further calls return 429 `quota_exceeded`.
    quota: PolicyQuota
    # The credits of a call, if they differ from the operation's.
    credit_cost: PolicyCreditCost
    # `always` charges a 404 and a 304 like a found record. `valid` charges as `found`, and nothing for a VIN whose check digit is wrong, as `check.valid` of its decode says; many VINs of makers outside North America have none. `found` if it is left out.
    charge_on: Literal["found", "always", "valid"]
    # Addresses and CIDRs. `deny` takes precedence; if `allow` names any, all others are refused.
    ip_filter: PolicyIpFilter
    # Seconds for which a successful response may be cached: by its caller (`Cache-Control`), and by this service for registered APIs.
    cache: PolicyCache
    # Whether keys may read coverage, which shows without a charge whether a lookup has an answer. Default: true.
    coverage: bool
    # Whether each response to a lookup has a receipt, also without `Want-Receipt: 1`. Default: false.
    receipts: bool
    # The VINs that each subscription may watch; 1000 if it is left out.
    watches: int
    # The origins whose scripts may call; default: all origins. Credentials mode is never allowed.
    cors: PolicyCors


class ProductRequest(TypedDict, total=False):
    # The display name.
    display_name: str
    # A description for readers.
    description: str
    # The terms of use, as text.
    terms: str
    # This member is stored but has no effect: every lookup needs a key.
    subscription_required: bool
    # Whether new subscriptions need an operator's approval.
    approval_required: bool
    # How many subscriptions one user may ever have. null: no limit for operators; one that customers create themselves, if approval is automatic and credits are granted.
    subscriptions_limit: int | None
    # Customers see and subscribe to published products only. Existing subscriptions are not affected.
    state: Literal["published", "not_published"]
    # Credits granted to each new subscription; null for unlimited credits.
    credits_granted: int | None
    # The rules for calls of the product's subscriptions.
    policy: Policy
    # The IDs of the APIs that the product contains. If omitted, they do not change.
    apis: list[str]


class APIOutputContact(TypedDict, total=False):
    # The name.
    name: str
    # The email address of the API's contact.
    email: str
    # Its URL.
    url: str


class _APIOutputLicenseRequired(TypedDict):
    # The name.
    name: str


class APIOutputLicense(_APIOutputLicenseRequired, total=False):
    # Its URL.
    url: str


class _APIOutputAuthOauthRequired(TypedDict):
    # The URL that gives tokens.
    token_url: str
    # The client's ID at that server.
    client_id: str


class APIOutputAuthOauth(_APIOutputAuthOauthRequired, total=False):
    """The client of OAuth 2.0 (client credentials) whose access tokens are sent as `Bearer`."""

    # The scopes that tokens are requested for, separated by spaces.
    scope: str
    # For whom tokens are, if the server requires it.
    audience: str
    # Where ID and secret are sent: HTTP basic authentication (the default) or the body.
    style: Literal["basic", "body"]


class APIOutputAuth(TypedDict, total=False):
    # The name of the header that carries it.
    header: str
    # The name of the query's parameter that carries it. Callers cannot send one of this name.
    query: str
    # The user name of HTTP basic authentication.
    basic: str
    # The client's certificate as PEM, followed by those between it and its authority.
    certificate: str
    # The client of OAuth 2.0 (client credentials) whose access tokens are sent as `Bearer`.
    oauth: APIOutputAuthOauth


class APIOutputFallback(TypedDict):
    # The http or https URL of the other backend.
    service_url: str
    # The authorities, as PEM, that the backend's certificate is checked by in place of the system's. Only operators see it.
    ca_certificate: str | None
    # The name of the source in records of calls that it has answered, and in `x-data-source`.
    source: str
    # Milliseconds after which a GET, HEAD or OPTIONS that the first backend has not begun to answer goes to this one; `timeout_ms` if it is null.
    after_ms: int | None


class APIOutputUpstream(TypedDict):
    # The name of the source, which `x-data-source` shows with the day of the answer.
    source: str
    # Days for which received records are kept and answered again. null keeps none.
    keep_days: int | None
    # The answer if the upstream fails: the 404 of a lookup without a record, or 503.
    on_failure: Literal["not_found", "unavailable"]


class APIOutput(TypedDict):
    # The id.
    id: str
    # The name.
    name: str
    # The display name.
    display_name: str
    # The path of the API, relative to the service's origin; unique.
    path: str
    # A description for readers.
    description: str
    # The http or https URL of the backend, without a query. Only operators see it.
    service_url: str | None
    # The authorities, as PEM, that the backend's certificate is checked by in place of the system's. Only operators see it.
    ca_certificate: str | None
    # The URL schemes of the API.
    protocols: list[Literal["http", "https"]]
    # Whether calls need a subscription key.
    subscription_required: bool
    # The timeout of the backend, in milliseconds.
    timeout_ms: int | None
    # The calls that may be under way on a node; 100 if it is null. Further calls return 503.
    max_concurrent: int | None
    # The bytes that a call's body may have; 10 MiB if it is null. A longer one returns 413.
    request_max_bytes: int | None
    # Whether calls that do not fit the API's document are refused. Without a document nothing is checked.
    validate: bool
    # Whether callers receive the cookies that the backend sets.
    set_cookies: bool
    # The contact for questions about the API.
    contact: APIOutputContact | None
    # The license of the API's responses.
    license: APIOutputLicense | None
    # The URL of the terms of service.
    terms_of_service_url: str | None
    # The names of the stored credentials, never their values: one, or a list. Only operators see them.
    auth: APIOutputAuth | list[APIOutputAuth] | None
    # Another backend with the same paths. Only operators see it.
    fallback: APIOutputFallback | None
    # Of a built-in API with a `service_url`: how its lookups request records that no dataset contains. Only operators see it.
    upstream: APIOutputUpstream | None
    # Built-in APIs are part of the program. Their name and path cannot change.
    builtin: bool
    # When it was created.
    created_at: str
    # When it was last changed.
    updated_at: str


class PolicyPreviewRequest(TypedDict):
    # The policy to preview.
    policy: Policy


class PolicyPreviewRefused(TypedDict):
    """Calls that the policy would have refused, by reason."""

    # Calls from addresses that the policy blocks.
    ip_not_allowed: int
    # Calls beyond the quota.
    quota_exceeded: int
    # Calls beyond the rate limit.
    rate_limited: int
    # Sum of the refusals above.
    total: int


class PolicyPreviewSubscriptions(TypedDict):
    # The subscription's ID.
    subscription_id: str
    # The subscription's name.
    display_name: str
    # The subscription's calls.
    calls: int
    # Calls that the policy would have refused.
    refused: int
    # Calls that were admitted and that the policy would refuse.
    newly_refused: int


class PolicyPreview(TypedDict):
    # The product's ID; null for a subscription without a product.
    product_id: str
    # The start of the replayed time range, inclusive.
    timestamp_ge: str
    # The end of the replayed time range, inclusive.
    timestamp_le: str
    # Whether every call of the time range was replayed. If false, calls after timestamp_le are missing.
    complete: bool
    # The replayed calls of the product that a policy applies to.
    calls: int
    # Calls that the policy would have refused, by reason.
    refused: PolicyPreviewRefused
    # Calls that were refused when they were made, by reason.
    refused_as_recorded: PolicyPreviewRefused
    # Calls that were admitted and that this policy would refuse.
    newly_refused: int
    # Calls that were refused and that this policy would admit.
    newly_admitted: int
    # Credits charged for these calls.
    credits_recorded: int
    # Credits that the calls admitted both times would have cost.
    credits: int
    # The subscriptions with the most refusals, 20 at most.
    subscriptions: list[PolicyPreviewSubscriptions]
    # Limits of this preview, one sentence each.
    not_replayed: list[str]


class _OfferRequired(TypedDict):
    # The product's ID.
    product_id: str
    # From 1. A published version never changes.
    version: int
    # If false, the offer is withdrawn: it is not on the price page, and no new subscription takes it.
    on_sale: bool
    # The same in all versions.
    currency: str
    # The price in minor units, without tax: 9900 is €99.00 and ¥9,900.
    price_minor: int
    # Months and years are calendar ones, from the day of purchase.
    price_every: Literal["once", "month", "year"]
    # Credits that are granted.
    credits: int
    # Credits that are granted once do not expire.
    credits_every: Literal["once", "month"]
    # How many periods unused credits stay after their own.
    carry_over: int
    # The price beyond credits, in minor units per `overage_per` credits; null: none beyond.
    overage_minor: int | None
    # The credits that `overage_minor` pays.
    overage_per: int | None
    # The highest cap that a customer can set, in credits per period.
    overage_cap_max: int | None
    # Credits on top, bought once.
    packages: list[OfferPackage]
    # The days before another version applies to current subscriptions.
    notice_days: int
    # Whom the version applies to: `notice`, new subscriptions, and current ones after `notice_days`; `new`, new subscriptions only. Current ones keep their version until they change their plan, or a later version applies to them.
    who_pays: Literal["notice", "new"]
    # Members of an account; null: no limit.
    members_max: int | None
    # Whether customers can pay by invoice.
    invoice_allowed: bool
    # The credits that a connected assistant can spend per day at first; null: no limit.
    connector_credits_per_day: int | None
    # When it was published.
    published_at: str


class Offer(_OfferRequired, total=False):
    # The operator, as the audit log has it. Only operators see this member.
    published_by: str
    # In the list of versions: its subscriptions; null if the service does not keep them.
    subscriptions: int | None


class _OfferRequestRequired(TypedDict):
    # The same in all versions.
    currency: str
    # The price in minor units, without tax: 9900 is €99.00 and ¥9,900.
    price_minor: int
    # Months and years are calendar ones, from the day of purchase.
    price_every: Literal["once", "month", "year"]
    # Credits that are granted.
    credits: int
    # Credits that are granted once do not expire.
    credits_every: Literal["once", "month"]


class OfferRequest(_OfferRequestRequired, total=False):
    # If false, the offer is withdrawn: it is not on the price page, and no new subscription takes it.
    on_sale: bool
    # How many periods unused credits stay after their own.
    carry_over: int
    # The price beyond credits, in minor units per `overage_per` credits; null: none beyond.
    overage_minor: int | None
    # The credits that `overage_minor` pays.
    overage_per: int | None
    # The highest cap that a customer can set, in credits per period.
    overage_cap_max: int | None
    # Credits on top, bought once.
    packages: list[OfferPackage]
    # The days before another version applies to current subscriptions.
    notice_days: int
    # Whom the version applies to: `notice`, new subscriptions, and current ones after `notice_days`; `new`, new subscriptions only. Current ones keep their version until they change their plan, or a later version applies to them.
    who_pays: Literal["notice", "new"]
    # Members of an account; null: no limit.
    members_max: int | None
    # Whether customers can pay by invoice.
    invoice_allowed: bool
    # The credits that a connected assistant can spend per day at first; null: no limit.
    connector_credits_per_day: int | None
    # Also publishes the product, in the same transaction. Its other members stay.
    publish_product: bool


class OfferPreviewRequest(TypedDict):
    # The terms to preview.
    offer: OfferTerms
    # The day of purchase.
    starts_on: str
    # The time zone of the account.
    time_zone: str
    # Credits that each period uses.
    credits_used: int


class _OfferTermsRequired(TypedDict):
    # The same in all versions.
    currency: str
    # The price in minor units, without tax: 9900 is €99.00 and ¥9,900.
    price_minor: int
    # Months and years are calendar ones, from the day of purchase.
    price_every: Literal["once", "month", "year"]
    # Credits that are granted.
    credits: int
    # Credits that are granted once do not expire.
    credits_every: Literal["once", "month"]


class OfferTerms(_OfferTermsRequired, total=False):
    # If false, the offer is withdrawn: it is not on the price page, and no new subscription takes it.
    on_sale: bool
    # How many periods unused credits stay after their own.
    carry_over: int
    # The price beyond credits, in minor units per `overage_per` credits; null: none beyond.
    overage_minor: int | None
    # The credits that `overage_minor` pays.
    overage_per: int | None
    # The highest cap that a customer can set, in credits per period.
    overage_cap_max: int | None
    # Credits on top, bought once.
    packages: list[OfferPackage]
    # The days before another version applies to current subscriptions.
    notice_days: int
    # Whom the version applies to: `notice`, new subscriptions, and current ones after `notice_days`; `new`, new subscriptions only. Current ones keep their version until they change their plan, or a later version applies to them.
    who_pays: Literal["notice", "new"]
    # Members of an account; null: no limit.
    members_max: int | None
    # Whether customers can pay by invoice.
    invoice_allowed: bool
    # The credits that a connected assistant can spend per day at first; null: no limit.
    connector_credits_per_day: int | None


class OfferPreviewPeriods(TypedDict):
    # From 1.
    number: int
    # The first day.
    starts_on: str
    # The first day of the next period.
    ends_on: str
    # A day ahead, the first immediately; null if nothing is charged.
    charged_on: str | None
    # The price in minor units.
    price_minor: int
    # Credits granted at the start.
    credits: int
    # When these credits expire; null if they do not.
    expire_on: str | None
    # Credits of the plan that were used.
    used: int
    # Credits that expire unused at the end.
    expired: int
    # Credits left at the end.
    left: int
    # Credits that the plan's do not pay.
    beyond: int
    # Their price with the highest cap; null if the offer has none beyond.
    beyond_minor: int | None


class OfferPreview(TypedDict):
    # The periods, the first one first.
    periods: list[OfferPreviewPeriods]
    # The prices of all periods.
    price_minor: int
    # The prices beyond credits of all periods.
    beyond_minor: int


class PricingPlansLookups(TypedDict):
    # The API's ID.
    api: str
    # The API's name.
    name: str
    # The credits of its cheapest lookup.
    credits_min: int
    # The credits of its dearest lookup.
    credits_max: int


class PricingPlans(TypedDict):
    # The product's ID.
    product_id: str
    # The display name.
    display_name: str
    # A description for readers.
    description: str
    # Whether an operator approves each subscription.
    approval_required: bool
    # Its version on sale.
    offer: Offer
    # Of its members, `rate_limit`, `quota`, `watches` and `charge_on`.
    policy: Policy
    # The credits of a list of years, makes, models or the like.
    list_credits: int
    # The APIs of the plan.
    lookups: list[PricingPlansLookups]


class Pricing(TypedDict):
    # The credits of a new account; null without a trial, or if unlimited.
    trial_credits: int | None
    # Why nothing with a price is sold now; null if it is. Free plans are not concerned.
    not_sold: str | None
    # Published products with an offer on sale, the cheapest first.
    plans: list[PricingPlans]


class _APIInputAuthRequired(TypedDict):
    # The value of the header or parameter, the password, the client's secret, or the certificate's private key as PEM.
    value: str


class APIInputAuth(_APIInputAuthRequired, total=False):
    # The name of the header that carries it.
    header: str
    # The name of the query's parameter that carries it. Callers cannot send one of this name.
    query: str
    # The user name of HTTP basic authentication.
    basic: str
    # The client's certificate as PEM, followed by those between it and its authority.
    certificate: str
    # The client of OAuth 2.0 (client credentials) whose access tokens are sent as `Bearer`.
    oauth: APIOutputAuthOauth


class _APIInputFallbackRequired(TypedDict):
    # The http or https URL of the other backend.
    service_url: str


class APIInputFallback(_APIInputFallbackRequired, total=False):
    # The authorities, as PEM, that the backend's certificate is checked by in place of the system's. Only operators see it.
    ca_certificate: str | None
    # The name of the source in records of calls that it has answered, and in `x-data-source`.
    source: str
    # Milliseconds after which a GET, HEAD or OPTIONS that the first backend has not begun to answer goes to this one; `timeout_ms` if it is null.
    after_ms: int | None
    # The credentials that are sent to the backend: one, or a list of at most eight. Their values are never shown again; null removes them. With another scheme, host or port of the backend or of a token_url, or other authorities, they must be sent again.
    auth: APIInputAuth | list[APIInputAuth] | None


class _APIInputRequired(TypedDict):
    # The name.
    name: str
    # The display name.
    display_name: str
    # The path of the API, relative to the service's origin; unique.
    path: str


class APIInput(_APIInputRequired, total=False):
    # A description for readers.
    description: str
    # The http or https URL of the backend, without a query. Only operators see it.
    service_url: str | None
    # The authorities, as PEM, that the backend's certificate is checked by in place of the system's. Only operators see it.
    ca_certificate: str | None
    # The URL schemes of the API.
    protocols: list[Literal["http", "https"]]
    # Whether calls need a subscription key.
    subscription_required: bool
    # The timeout of the backend, in milliseconds.
    timeout_ms: int | None
    # The calls that may be under way on a node; 100 if it is null. Further calls return 503.
    max_concurrent: int | None
    # The bytes that a call's body may have; 10 MiB if it is null. A longer one returns 413.
    request_max_bytes: int | None
    # Whether calls that do not fit the API's document are refused. Without a document nothing is checked.
    validate: bool
    # Whether callers receive the cookies that the backend sets.
    set_cookies: bool
    # The contact for questions about the API.
    contact: APIOutputContact | None
    # The license of the API's responses.
    license: APIOutputLicense | None
    # The URL of the terms of service.
    terms_of_service_url: str | None
    # The credentials that are sent to the backend: one, or a list of at most eight. Their values are never shown again; null removes them. With another scheme, host or port of the backend or of a token_url, or other authorities, they must be sent again.
    auth: APIInputAuth | list[APIInputAuth] | None
    # Another backend with the same paths, which is asked if the first one fails: it cannot be connected to, its calls fail, or, for GET, HEAD and OPTIONS, it answers with 502 to 504 or not in time. If `auth` is omitted, stored credentials stay; another scheme, host or port needs them again. Only operators see it.
    fallback: APIInputFallback | None


class APIUpdateUpstream(TypedDict, total=False):
    # The name of the source, which `x-data-source` shows with the day of the answer.
    source: str
    # Days for which received records are kept and answered again. null keeps none.
    keep_days: int | None
    # The answer if the upstream fails: the 404 of a lookup without a record, or 503.
    on_failure: Literal["not_found", "unavailable"]


class APIUpdate(TypedDict, total=False):
    # The name.
    name: str
    # The display name.
    display_name: str
    # The path of the API, relative to the service's origin; unique.
    path: str
    # A description for readers.
    description: str
    # The http or https URL of the backend, without a query. Only operators see it.
    service_url: str | None
    # The authorities, as PEM, that the backend's certificate is checked by in place of the system's. Only operators see it.
    ca_certificate: str | None
    # The URL schemes of the API.
    protocols: list[Literal["http", "https"]]
    # Whether calls need a subscription key.
    subscription_required: bool
    # The timeout of the backend, in milliseconds.
    timeout_ms: int | None
    # The calls that may be under way on a node; 100 if it is null. Further calls return 503.
    max_concurrent: int | None
    # The bytes that a call's body may have; 10 MiB if it is null. A longer one returns 413.
    request_max_bytes: int | None
    # Whether calls that do not fit the API's document are refused. Without a document nothing is checked.
    validate: bool
    # Whether callers receive the cookies that the backend sets.
    set_cookies: bool
    # The contact for questions about the API.
    contact: APIOutputContact | None
    # The license of the API's responses.
    license: APIOutputLicense | None
    # The URL of the terms of service.
    terms_of_service_url: str | None
    # The credentials that are sent to the backend: one, or a list of at most eight. Their values are never shown again; null removes them. With another scheme, host or port of the backend or of a token_url, or other authorities, they must be sent again.
    auth: APIInputAuth | list[APIInputAuth] | None
    # Another backend with the same paths, which is asked if the first one fails: it cannot be connected to, its calls fail, or, for GET, HEAD and OPTIONS, it answers with 502 to 504 or not in time. If `auth` is omitted, stored credentials stay; another scheme, host or port needs them again. Only operators see it.
    fallback: APIInputFallback | None
    # Of a built-in API with a `service_url`: how its lookups request records that no dataset contains. Only operators see it.
    upstream: APIUpdateUpstream | None


class ApiDocumentOperations(TypedDict):
    # The id.
    id: str
    # The HTTP method.
    method: str
    # The path below that of the API.
    path: str
    # What it does, in one line.
    summary: str


class ApiDocumentWarnings(TypedDict):
    # The line of the document, from 1.
    line: int
    # The column, from 1.
    column: int
    # What is odd, and what follows from it.
    reason: str


class ApiDocument(TypedDict):
    # The operations of the document, with their names in reports.
    operations: list[ApiDocumentOperations]
    # What is odd in the document, and the schemas by which calls are not checked; at most 20.
    warnings: list[ApiDocumentWarnings]


class VendorMapping(TypedDict):
    # The built-in API that the mapping is for.
    api: str
    # The samples in their order.
    samples: list[MappingSample]


class MappingSampleFaults(TypedDict):
    # The column or the member of the mapping.
    path: str
    # The reason, for the ledger.
    reason: str


class MappingSampleColumns(TypedDict):
    # Which record, from 0.
    record: int
    # The documented column.
    column: str
    # The expression; null for a fixed value.
    path: str | None
    # The value in the vendor's body; null if it has none.
    found: Any
    # What the column makes of it.
    read: Any


MappingSample = TypedDict(
    "MappingSample",
    {
        # The lookup that the answer is for.
        "lookup": "str",
        # What the sample declares.
        "is": "Literal['record', 'not_found', 'failure']",
        # How the mapping reads it.
        "outcome": "Literal['record', 'not_found', 'failure', 'outside']",
        # Whether outcome and data are as the sample declares.
        "as_declared": "bool",
        # The vendor's body.
        "original": "Any",
        # The `data` of the answer; null without a record.
        "data": "Any",
        # What of the answer is outside the mapping.
        "faults": "list[MappingSampleFaults]",
        # What each column found, and how it was read.
        "columns": "list[MappingSampleColumns]",
        # Members of the records that no expression reads.
        "unread": "list[str]",
    },
)


class _APITestRequired(TypedDict):
    # The URL of the backend.
    service_url: str


class APITest(_APITestRequired, total=False):
    # Path and query below service_url, for example `/status`.
    path: str
    # The HTTP method.
    method: Literal["GET", "HEAD"]
    # The credentials that are sent to the backend: one, or a list of at most eight. Their values are never shown again; null removes them. With another scheme, host or port of the backend or of a token_url, or other authorities, they must be sent again.
    auth: APIInputAuth | list[APIInputAuth] | None
    # The authorities, as PEM, that the backend's certificate is checked by in place of the system's. Only operators see it.
    ca_certificate: str | None
    # A registered API whose stored `auth` and `ca_certificate` are used if the request has none. For another scheme, host or port than those of its service_url, or other authorities, a stored `auth` must be sent again (422).
    api_id: str
    # The timeout of the backend, in milliseconds.
    timeout_ms: int


class APIHealthSampleApiTime(TypedDict):
    # The time that half of the calls do not exceed.
    p50: float
    # The time that 99% of the calls do not exceed.
    p99: float


class APIHealthSampleErrors(TypedDict):
    # The HTTP status.
    response_code: int
    # Null if the backend itself sent the status.
    error_code: str | None
    # Calls of the sample with this error.
    calls: int
    # When the newest of them was made.
    last_at: str


class APIHealthSample(TypedDict):
    """What the newest calls of the hour show."""

    # The newest calls of the hour, at most 1,000.
    calls: int
    # Whether these are all calls of the hour.
    complete: bool
    # The whole time of answered and failed calls, in milliseconds.
    api_time: APIHealthSampleApiTime | None
    # The backend's part of it, in milliseconds.
    service_time: APIHealthSampleApiTime | None
    # Errors of the sample, the most frequent first.
    errors: list[APIHealthSampleErrors]


class APIHealthMisfits(TypedDict):
    # The name of the source, as `x-data-source` has it.
    source: str
    # The place that did not fit, and why.
    last_path: str
    # When the last of them came.
    last_at: str
    # Those of the last hour.
    answers: int


class APIHealthNodes(TypedDict):
    # The node's ID, as in `GET /system`.
    instance: str
    # The host and the process ID.
    name: str
    # `open`: calls return 503 for some seconds. `probing`: the next call decides.
    breaker: Literal["closed", "open", "probing"]
    # Calls that the backend has not answered whole.
    calls_under_way: int
    # Further calls return 503.
    calls_max: int
    # When this was so; nodes report every five seconds.
    seen_at: str


class APIHealth(TypedDict):
    # The API's ID.
    api_id: str
    # The start of the time range, inclusive.
    timestamp_ge: str
    # The end of the time range, inclusive.
    timestamp_le: str
    # All calls of the last hour.
    call_count_total: int
    # Calls with status 2xx or 304.
    call_count_success: int
    # Calls with another status below 500.
    call_count_client_error: int
    # Calls with status 5xx, of the backend or of this service.
    call_count_server_error: int
    # What the newest calls of the hour show.
    sample: APIHealthSample
    # Sources of a built-in API with answers that did not fit in the last day.
    misfits: list[APIHealthMisfits]
    # The responding node, then the others that are alive. Empty for an API without a backend.
    nodes: list[APIHealthNodes]


class MetricsResponseItems(TypedDict):
    # The API's ID.
    api_id: str
    # The API's name.
    api_name: str
    # Calls with status 2xx or 304.
    call_count_success: int
    # Calls with status 401, 402, 403 or 429.
    call_count_blocked: int
    # Calls with status 400, 422 or 5xx.
    call_count_failed: int
    # Calls with status 404 or any other.
    call_count_other: int
    # The number of calls.
    call_count_total: int
    # The credits charged.
    credits: int
    # The size of the response bodies before they are compressed, in bytes.
    bandwidth: int
    # Calls that repeated a charged one, free.
    cache_hit_count: int
    # Always 0.
    cache_miss_count: int
    # Milliseconds.
    api_time_avg: float
    # Milliseconds.
    api_time_min: float
    # Milliseconds.
    api_time_max: float
    # Milliseconds.
    service_time_avg: float
    # Milliseconds.
    service_time_min: float
    # Milliseconds.
    service_time_max: float
    # The failed calls with a 5xx status. Older calls, from before this was recorded, are not included.
    call_count_fault: int


class MetricsResponse(TypedDict):
    # The entries of this page.
    items: list[MetricsResponseItems]
    # The number of this page.
    page: int
    # Entries per page.
    page_size: int
    # The number of entries on all pages.
    total: int
    # The start of the time range, inclusive.
    timestamp_ge: str
    # The end of the time range, inclusive.
    timestamp_le: str


class RequestResponseItems(TypedDict):
    # As in `x-request-id`. Callers can send the same one again.
    request_id: str
    # When it happened.
    timestamp: str
    # The API's ID.
    api_id: str
    # The operation's ID, as in this document.
    operation: str
    # The product's ID; null for a subscription without a product.
    product_id: str | None
    # The user's ID.
    user_id: str
    # The subscription's ID.
    subscription_id: str
    # The HTTP method.
    method: str
    # Path and query, without credentials. Of a batch with an `Idempotency-Key` also the line, as `#17`.
    url: str
    # The caller's IP address.
    ip_address: str
    # The HTTP status.
    response_code: int
    # The size of the response body before it is compressed, in bytes.
    response_size: int
    # The size of the request body, in bytes.
    request_size: int
    # `hit` if the call repeated a charged one and was free, else `none`.
    cache: Literal["hit", "miss", "none"]
    # Milliseconds.
    api_time: float
    # Milliseconds.
    service_time: float
    # The credits charged.
    credits: int
    # The error's `code`, `validation_error` for a 422; null for a successful call.
    error_code: str | None
    # The subscription key that was used: `test` for a test call, which no other report counts; null for calls from before this was recorded.
    key: Literal["primary", "secondary", "test"] | None
    # The sources of the response, as in `x-data-source`; null without any.
    data_source: str | None
    # How the call came: `mcp` from a tool at `/mcp`, else `http`.
    source: Literal["http", "mcp"]
    # The service's own ID of the call, `JOURNAL/SEQ`. No other call has it.
    call: str


class _RequestResponseRequired(TypedDict):
    # The entries of this page.
    items: list[RequestResponseItems]
    # The number of this page.
    page: int
    # Entries per page.
    page_size: int
    # The number of entries on all pages.
    total: int
    # The oldest time that the log covers.
    available_from: str
    # The start of the time range, inclusive.
    timestamp_ge: str
    # The end of the time range, inclusive.
    timestamp_le: str


class RequestResponse(_RequestResponseRequired, total=False):
    # Set if filters stopped the search early: it reached back to this time, and total counts the calls since then. Send it as timestamp_le to search older calls.
    searched_from: str


class CallTimes(TypedDict):
    # How many calls were measured.
    calls: int
    # Their whole time, in milliseconds; null without calls.
    api_time: APIHealthSampleApiTime | None


class Webhook(TypedDict):
    # The id.
    id: str
    # Its owner; null if it belongs to the operators.
    user_id: str | None
    # Where events are sent. Its path and the values in its query are shown as `hidden`.
    url: str
    # Whether the address has returned the `challenge` of a `webhook.test` event. Before that it gets no `dataset.changed` and `watch.changed`.
    confirmed: bool
    # What the webhook is for.
    description: str
    # The types of events that it receives.
    types: list[str]
    # Balances at which `credits.low` is sent.
    credit_thresholds: list[int]
    # A disabled webhook gets no events.
    state: Literal["active", "disabled"]
    # Since when every attempt has failed; null if the last one succeeded.
    failing_since: str | None
    # When it was disabled; null if it is active.
    disabled_at: str | None
    # When it was created.
    created_at: str
    # When it was last changed.
    updated_at: str


class _WebhookInputRequired(TypedDict):
    # Where events are sent. Redirects are not followed.
    url: str
    # The types of events that it receives.
    types: list[Literal["credits.low", "credits.gone", "credits.period_used", "credits.cap_used", "credits.expiring", "key.replaced", "key.expiring", "subscription.changed", "dataset.changed", "watch.changed", "batch.done", "period.renewed", "period.unpaid", "period.lapsed", "plan.changed", "plan.terms_changed", "statement.ready", "terms.published", "payment.paid", "payment.failed", "payment.refunded", "payment.disputed", "payment.reinstated", "payment.provider_problem", "payment.unmatched", "billing_details.missing", "topup.stopped", "webhook.disabled", "import.done", "import.failed"]]


class WebhookInput(_WebhookInputRequired, total=False):
    # What the webhook is for.
    description: str
    # Balances at which `credits.low` is sent, in credits. Needed for that type.
    credit_thresholds: list[int]
    # Operators only: the customer that it belongs to. Without it, it gets all events.
    user_id: str


class WebhookUpdate(TypedDict, total=False):
    # Where events are sent. Redirects are not followed.
    url: str
    # What the webhook is for.
    description: str
    # The types of events that it receives.
    types: list[Literal["credits.low", "credits.gone", "credits.period_used", "credits.cap_used", "credits.expiring", "key.replaced", "key.expiring", "subscription.changed", "dataset.changed", "watch.changed", "batch.done", "period.renewed", "period.unpaid", "period.lapsed", "plan.changed", "plan.terms_changed", "statement.ready", "terms.published", "payment.paid", "payment.failed", "payment.refunded", "payment.disputed", "payment.reinstated", "payment.provider_problem", "payment.unmatched", "billing_details.missing", "topup.stopped", "webhook.disabled", "import.done", "import.failed"]]
    # Balances at which `credits.low` is sent, in credits. Needed for that type.
    credit_thresholds: list[int]
    # `active` also ends a failure.
    state: Literal["active", "disabled"]


class WebhookEventType(TypedDict):
    # The name, as a webhook's `types` has it.
    type: str
    # When the event is sent.
    meaning: str
    # Whether only operators' webhooks receive it.
    operators_only: bool
    # An example of such an event's `data`.
    data: dict[str, Any]


class WebhookSecrets(TypedDict):
    # Signs all requests.
    secret: str
    # Also signs them until `former_expires_at`; null if there is none.
    former_secret: str | None
    # A day after the secret was replaced.
    former_expires_at: str | None


class WebhookDelivery(TypedDict):
    # The event's ID: `webhook-id` of every request, also of replayed ones.
    event_id: str
    # The event's type.
    type: str
    # `pending`: an attempt is due or under way.
    state: Literal["pending", "delivered", "failed"]
    # When the event happened.
    created_at: str
    # Requests so far.
    attempts: int
    # When the next one is due; null if none is.
    next_attempt_at: str | None
    # When it was delivered or given up.
    ended_at: str | None
    # Status of the last response; null without one.
    response_code: int | None
    # Why the last attempt failed; null if it succeeded.
    error: str | None


class WebhookAttempt(TypedDict):
    # From 1.
    number: int
    # When it began.
    at: str
    # Milliseconds until its end.
    time: float
    # Status of the response; null without one.
    response_code: int | None
    # Why it failed; null if it succeeded.
    error: str | None
    # The first 4 KiB of the response's body; null without one.
    response: str | None


class WebhookReplay(TypedDict, total=False):
    # Only this event.
    event_id: str
    # All events made at or after this time.
    since: str
    # Only deliveries in this state, such as `failed`.
    state: Literal["pending", "delivered", "failed"]


class AuditRecord(TypedDict):
    # The id.
    id: str
    # When it happened.
    timestamp: str
    # Who made the change.
    actor: str
    # The name of the user; null for others and for deleted users.
    actor_name: str | None
    # The action: resource and verb.
    action: str
    # The changed object's path.
    object: str
    # The name of the user, product or API, or of the subscription with its owner; null if it has none any more.
    object_name: str | None
    # The owner of the subscription: `/users/{id}`.
    object_owner: str | None
    # The caller's IP address.
    ip_address: str
    # The request ID, as in `x-request-id`.
    request_id: str
    # The value before the change.
    before: Any
    # The value after the change.
    after: Any


class SystemNodes(TypedDict):
    # The process's ID, as in `GET /identity`.
    instance: str
    # The host and the process ID.
    name: str
    # `worker` if several processes share one address, else `single`.
    role: Literal["single", "worker"]
    # The address that it listens on.
    address: str
    # The version of its program.
    version: str
    # `silent` after 15 s without a heartbeat.
    state: Literal["alive", "silent"]
    # When it started.
    started_at: str
    # The time of its last heartbeat, by the database's clock. It sends one every five seconds.
    seen_at: str
    # Seconds since the last heartbeat.
    seconds_silent: float
    # Calls that are not yet applied to the database.
    waiting_calls: int
    # The size of these calls in its journal.
    waiting_bytes: int
    # Subscriptions that it reserves credits of.
    leases: int
    # The credits that it reserves.
    credits_held: int
    # The longest time that its thread was busy without a break, within the last five seconds.
    delay_ms: float
    # The memory that it uses.
    memory_bytes: int
    # Its open event streams.
    streams: int
    # How far its clock is ahead of the database's, in milliseconds; negative if behind, null if unknown.
    clock_skew_ms: int | None


class SystemJournal(TypedDict):
    """The delay of balances and reports behind the calls."""

    # Calls of all nodes that are not yet applied to the database.
    waiting_calls: int
    # Their size.
    waiting_bytes: int
    # The size above which a node refuses calls.
    waiting_bytes_max: int
    # Open journals without a node that is alive.
    left_behind: int
    # Journals on the responding node that need repair.
    damaged: list[str]


class SystemSingleCalls(TypedDict):
    # Calls in the data folder that are charged and not yet in ClickHouse.
    waiting_calls: int
    # Their size in the journals.
    waiting_bytes: int
    # The size above which calls are refused.
    waiting_bytes_max: int
    # The time of the oldest; null if it is unknown or there is none.
    waiting_since: str | None


class SystemLeases(TypedDict):
    """The credits that nodes reserve."""

    # Subscriptions that any node reserves credits of.
    subscriptions: int
    # The credits that all nodes reserve.
    credits_held: int


class SystemDisk(TypedDict):
    """The disk of the responding node."""

    # The data folder.
    folder: str
    # The free space of its disk; null if unknown.
    free_bytes: int | None
    # The size of its disk; null if unknown.
    total_bytes: int | None
    # The space that VINGATE_DISK_RESERVE keeps free.
    reserve_bytes: int
    # The size of the database; null if unknown.
    database_bytes: int | None
    # The size of the journals in the folder.
    journal_bytes: int


class SystemHeld(TypedDict):
    # The number of the epoch that began.
    epoch: int
    # When it began.
    since: str
    # Why, as sentences without a full stop.
    causes: list[str]
    # The last moment that the database has; null if no log says it.
    gap_from: str | None
    # The last moment that a decision log has.
    gap_to: str | None
    # Decisions that were made again, by what they are.
    replayed: dict[str, int]
    # Decisions that this program cannot make again, by their kind.
    unknown: dict[str, int]
    # Answered calls that neither the database nor a journal here has.
    calls_lost: int
    # Decision logs of other nodes that have not been read since.
    logs_unread: list[str]
    # Messages from before that wait. `resume` drops or sends them.
    waiting: dict[str, int]
    # What must be known or decided first: until it is empty, `resume` is refused.
    undecided: dict[str, int]
    # What is known of it, as sentences without a full stop.
    notes: list[str]


class SystemConnections(TypedDict):
    # The open connections of all nodes.
    used: int
    # What the nodes that are alive can open, with imports and the consistency check.
    needed: int
    # What the server leaves to this service.
    allowed: int


class SystemVersionsVinData(TypedDict):
    # The source of the decoder's data.
    source: str
    # Their version.
    version: str
    # Whether they are the whole vPIC; the packaged data are reduced.
    complete: bool
    # Days since the first day of their month; null if their version names none.
    age_days: int | None
    # Whether they are older than 60 days, so that new models are missing. `vingate import vpic` gets NHTSA's newest.
    outdated: bool


class SystemVersionsDatasets(TypedDict):
    # The record family.
    family: str
    # The current dataset's name.
    name: str
    # Its version.
    version: str
    # The number of its records.
    rows: int


class SystemVersions(TypedDict):
    """The versions of the running program."""

    # The version of the program.
    program: str
    # The version of the management operations.
    interface: str
    # The runtime and its version.
    runtime: str
    # The database and its version.
    database: str
    # The database's last migration.
    schema: str
    # The data for VIN decoding; null while they are loaded.
    vin_data: SystemVersionsVinData | None
    # The current records.
    datasets: list[SystemVersionsDatasets]


class SystemSettings(TypedDict):
    # The environment variable.
    name: str
    # What it does.
    summary: str
    # The value that is set; null if none is set, and for every secret.
    value: str | None
    # The default value.
    fallback: str
    # `file` if the variable with `_FILE` appended to its name gives the file of a secret.
    source: Literal["environment", "file", "default"]
    # A secret's value is never shown; `source` shows whether it is set.
    secret: bool


class System(TypedDict):
    # The time of reading, by the clock of the responding node.
    time: str
    # The responding instance.
    answered_by: str
    # The checks of `GET /health` on the responding node.
    checks: dict[str, str]
    # Every process that is alive, and those that became silent within the last hour.
    nodes: list[SystemNodes]
    # The delay of balances and reports behind the calls.
    journal: SystemJournal
    # Calls that wait for ClickHouse; null if the database keeps single calls.
    single_calls: SystemSingleCalls | None
    # The credits that nodes reserve.
    leases: SystemLeases
    # The last consistency check; null if there was none.
    ledger_check: LedgerCheck | None
    # The disk of the responding node.
    disk: SystemDisk
    # Scheduled backups, and the last backup.
    backups: Backups
    # What was found when the database went back, until an operator resumes the service; null if nothing is held.
    held: SystemHeld | None
    # The connections to PostgreSQL; null with SQLite or a pooler.
    connections: SystemConnections | None
    # The versions of the running program.
    versions: SystemVersions
    # Every setting of the responding node.
    settings: list[SystemSettings]


class LedgerCheckComparisons(TypedDict):
    # The two values that must be equal.
    check: str
    # What has both values.
    subjects: str
    # The number of pairs compared.
    compared: int
    # The number of pairs that differ.
    differing: int


class LedgerCheck(TypedDict):
    # `failed` if the check could not run; `error` gives the reason.
    state: Literal["running", "agree", "differ", "failed"]
    # When the check started.
    started_at: str
    # When it ended; null while it runs, and if its process ended.
    ended_at: str | None
    # All comparisons of the check.
    comparisons: list[LedgerCheckComparisons]
    # The mismatches and what to do about them; at most a hundred.
    findings: list[str]
    # The reason for the failure; null if the check did not fail.
    error: str | None


class BackupsLast(TypedDict):
    # Its moment: all calls that were answered before are in it.
    at: str
    # Its file.
    file: str
    # The size of the file in bytes.
    bytes: int
    # How long it took.
    seconds: float


class BackupsDrill(TypedDict):
    # When it was restored.
    at: str
    # Its file.
    file: str


class Backups(TypedDict):
    # `off` if the responding node has no VINGATE_BACKUP_DIR, `waiting` before the first, `late` an hour after the next was due, `failed` if the last scheduled one was not made.
    state: Literal["off", "waiting", "ok", "late", "failed"]
    # VINGATE_BACKUP_DIR of the responding node; null if not set.
    folder: str | None
    # The hours between scheduled backups.
    every_hours: int
    # The number of scheduled backups that are kept.
    keep: int
    # The last backup, scheduled or by command; null if there was none.
    last: BackupsLast | None
    # The last scheduled backup that was restored to try it, and agreed; null if there was none.
    drill: BackupsDrill | None
    # Why the last backup that was tried could not be restored; null if it could.
    drill_error: str | None
    # Since when a node makes one; null if none is being made.
    running_since: str | None
    # Why the last scheduled backup was not made; null if it was.
    error: str | None


class ResumeRequest(TypedDict, total=False):
    # What becomes of messages that waited: some may have been sent before.
    messages: Literal["drop", "send"]


class InstallationCheck(TypedDict):
    # What was checked.
    name: str
    # `warning`: it works, and should be changed. `fault`: something does not work, or will not.
    state: Literal["ok", "warning", "fault"]
    # What the check found.
    found: str
    # What to do; null if there is nothing to do.
    advice: str | None


class Customers(TypedDict):
    # That meet the filters.
    total: int
    # Of these, those that need an operator.
    needs_you: int
    # Of these, those that are organizations.
    organizations: int
    # Of the page.
    customers: list[Customer]


class Customer(TypedDict):
    # The id.
    id: str
    # Of the person or the organization; empty after its deletion.
    name: str
    # The email address, unique among users. Case is ignored.
    email: str
    # Members act for an organization.
    kind: Literal["person", "organization"]
    # Of an organization; null for people.
    members: int | None
    # The name of the member who joined first.
    first_member: str | None
    # `requested`: a subscription or the account waits for an approval. `unpaid`: a period has started and is not paid. `suspended`: the account is blocked, or a subscription is suspended. `used_up`: no credits are left.
    state: Literal["requested", "unpaid", "suspended", "used_up", "active", "no_plan", "deleted"]
    # Whether somebody waits for an operator, or money is missing.
    needs_you: bool
    # That are active, suspended or requested.
    subscriptions: int
    # The one whose plan is shown: an active one, the dearest; null without one.
    subscription_id: str | None
    # The name of its plan, or its own.
    plan: str | None
    # The product's ID; null for a subscription without a product.
    product_id: str | None
    # Of its price; null without one.
    offer_version: int | None
    # Its price in minor units, without tax.
    price_minor: int | None
    # How often it is paid.
    price_every: Literal["once", "month", "year"] | None
    # Of the price.
    currency: str | None
    # The subscription that waits longest for an approval.
    request_id: str | None
    # The name of its plan, or its own.
    request: str | None
    # Of all active subscriptions; null if those of one are unlimited.
    credits_left: int | None
    # In the last 30 days, without test calls.
    calls: int
    # The nearest of all subscriptions, with tax.
    next_payment_minor: int | None
    # Of the next payment.
    next_payment_currency: str | None
    # When its period starts.
    next_payment_at: str | None
    # `due` within a day of its period, `unpaid` once that has started.
    next_payment_state: Literal["planned", "due", "unpaid"] | None
    # When the unpaid or due period lapses; null if it does not.
    lapses_at: str | None
    # When the user was created.
    registered_at: str


class InboxCounts(TypedDict):
    """How many rows each entry of the console has; their sum is `total`."""

    # Rows of the entry customers.
    customers: int
    # Rows of the entry plans.
    plans: int
    # Rows of the entry money.
    money: int
    # Rows of the entry calls.
    calls: int
    # Rows of the entry apis.
    apis: int
    # Rows of the entry data.
    data: int
    # Rows of the entry settings.
    settings: int


class InboxPutOff(TypedDict):
    # The row, which counts again from `until` on, or when it is no longer `later`.
    row: InboxRow
    # Until when it is put off.
    until: str
    # Who put it off, as in the audit log.
    by: str
    # The user's name; null for others and for deleted users.
    by_name: str | None
    # Why.
    reason: str


class InboxClosed(TypedDict):
    # The ID that the row had.
    id: str
    # What it is about.
    kind: Literal["approval", "account", "customer_webhook", "transfer", "return", "refund", "unpaid", "dispute", "payment", "errors", "vendor", "import", "provider", "webhook", "mail", "backup", "proof", "node", "disk", "certificate", "check"]
    # The entry of the console that counts it.
    entry: Literal["customers", "plans", "money", "calls", "apis", "data", "settings"]
    # Which sentence `found` is.
    code: str
    # What the sentence names, by its code; times are milliseconds UTC, sums minor units.
    values: dict[str, str | float]
    # What is so, in English.
    found: str
    # The path of its object; null if it had none.
    object: str | None
    # When it was noticed.
    opened_at: str
    # When it was noticed that its cause was gone.
    closed_at: str
    # Who did it, as in the audit log; null if it went by itself.
    by: str | None
    # The user's name; null for others and for deleted users.
    by_name: str | None
    # The action in the audit log by which it went; null if there is none.
    action: str | None


class Inbox(TypedDict):
    # The time of reading, by the clock of the responding node.
    read_at: str
    # The number of rows.
    total: int
    # How many of them are `today`.
    today: int
    # How many rows each entry of the console has; their sum is `total`.
    counts: InboxCounts
    # What needs a person, the most urgent first.
    rows: list[InboxRow]
    # The names of checks that could not be read: their rows are missing. The log has the reason.
    unread: list[str]
    # What is put off, and does not count.
    put_off: list[InboxPutOff]
    # What went within seven days, the latest first; at most a hundred.
    closed: list[InboxClosed]


class InboxRowCost(TypedDict):
    # The sum, in minor units.
    minor: int
    # The code of ISO 4217.
    currency: str


class InboxRowAction(TypedDict):
    """Its one action."""

    # What a person does about it.
    code: str
    # The path of the object at which; null for a list.
    object: str | None


class InboxRow(TypedDict):
    # The same as long as its cause is; the kind, if the row has several.
    id: str
    # What it is about.
    kind: Literal["approval", "account", "customer_webhook", "transfer", "return", "refund", "unpaid", "dispute", "payment", "errors", "vendor", "import", "provider", "webhook", "mail", "backup", "proof", "node", "disk", "certificate", "check"]
    # The entry of the console that counts it.
    entry: Literal["customers", "plans", "money", "calls", "apis", "data", "settings"]
    # `today`: callers are refused, customers wait, or its deadline is within a day. `week`: its deadline is within seven days, or it is a failure without one. `later`: the others.
    band: Literal["today", "week", "later"]
    # Which sentence `found` is, for programs and translations.
    code: str
    # What the sentence names, by its code; times are milliseconds UTC, sums minor units.
    values: dict[str, str | float]
    # What is so, in English.
    found: str
    # What happens if it stays so, or what to do, in English.
    consequence: str
    # Since when; null before it was noticed, within a minute.
    since: str | None
    # When something is lost; null if no time is known.
    deadline: str | None
    # The money that it is about; null if it is about none, or about several currencies.
    cost: InboxRowCost | None
    # How many things it has: all of a kind of which there are more than five are one row.
    count: int
    # The machine on which it was found; null if it is of the whole installation.
    node: str | None
    # Its one action.
    action: InboxRowAction
    # Only rows of `later` can be put off.
    can_put_off: bool


class SearchRequest(TypedDict):
    # A name, number, ID, reference, amount, VIN, plate, title, or the last four characters of a key or more. It can be a key, so that no log and no error shows it.
    text: str


class SearchGroups(TypedDict):
    # What its objects are about.
    group: Literal["money", "customers", "calls", "vehicles", "plans", "settings", "docs"]
    # At most 10, exact ones first.
    hits: list[SearchHit]


class SearchMissing(TypedDict):
    # Which sentence it is, for programs and translations.
    code: str
    # What its texts name, for programs and translations; times are milliseconds UTC, sums minor units.
    values: dict[str, str | float]
    # A sentence, in English: `No invoice 2026-0161. The last is 2026-0065.`
    text: str


class Search(TypedDict):
    # Groups without hits are absent. One with an exact hit is before the others.
    groups: list[SearchGroups]
    # Why nothing has the number that the text is; null if it is none, or something has it.
    missing: SearchMissing | None
    # Groups of which something could not be searched within a second.
    unread: list[Literal["money", "customers", "calls", "vehicles", "plans", "settings", "docs"]]


class SearchHit(TypedDict):
    # What the object is; `calls`: a list of them.
    kind: Literal["invoice", "credit_note", "payment", "transfer", "refund", "return", "customer", "subscription", "key", "call", "calls", "vin", "plate", "plan", "api", "dataset", "setting", "doc", "operation"]
    # Its number or name; of a key, only its last four characters.
    label: str
    # How it differs from others, in English; null for nothing.
    detail: str | None
    # What its texts name, for programs and translations; times are milliseconds UTC, sums minor units.
    values: dict[str, str | float]
    # Its path in this API. A lookup is named, and not made.
    object: str
    # The account that it belongs to; null if it belongs to none.
    account: str | None
    # Whether the text is its number, ID or whole name.
    exact: bool


class DatasetRejects(TypedDict):
    # Rejected rows of the input.
    rows: int
    # Count by reason.
    by_reason: dict[str, int]


Dataset = TypedDict(
    "Dataset",
    {
        # Family of its records, for example `lien`.
        "family": "str",
        # Lookups use `current`; `previous` is kept for a rollback.
        "state": "Literal['current', 'previous']",
        # The name that `x-data-source` shows; `demo` is synthetic.
        "name": "str",
        # Version of the data.
        "version": "str",
        # The source of its records.
        "source": "str",
        # The license of its records.
        "licence": "str",
        # The number of its records.
        "rows": "int",
        # The xxHash64 of its records. Equal rows in equal order have equal checksums.
        "checksum": "str",
        # The number of the reader of its files; 0 before they had one.
        "reader": "int",
        # Whether a newer reader reads its files otherwise: import them again.
        "older_reader": "bool",
        # When it was imported.
        "loaded_at": "str",
        # Whole days since its import.
        "age_days": "int",
        # Who imported it; null if unknown.
        "actor": "str | None",
        # The ID of its import, for `GET /imports/{id}`; null for none.
        "import": "str | None",
        # The import's rejected rows; null if it was not imported.
        "rejects": "DatasetRejects | None",
        # Warnings on the import's accepted rows, by reason; null if it was not imported.
        "doubtful": "dict[str, int] | None",
        # Changes since the previous dataset; null if it was not imported.
        "changes": "DatasetCounts | None",
    },
)


class DatasetCounts(TypedDict):
    # Records that only the later dataset has.
    added: int
    # Records that only the earlier dataset has.
    removed: int
    # Records in both, with different content.
    changed: int


class DatasetFamily(TypedDict):
    # The family of records.
    family: str
    # The current dataset, then the previous one; empty if none is loaded.
    versions: list[Dataset]


class ImportRejects(TypedDict):
    # Rejected rows.
    rows: int
    # Count by reason, the most frequent first.
    by_reason: dict[str, int]
    # The first twenty of them.
    first: list[ImportReject]


class ImportMapping(TypedDict):
    """The mapping of the import; absent if it had none."""

    # The name of a ready-made mapping; else null.
    name: str | None
    # Its text as it was sent; of a ready-made one as JSON.
    text: str
    # SHA-256 of the text.
    sha256: str


class _ImportRequired(TypedDict):
    # The import's id.
    id: str
    # The family of records, or `vpic`.
    family: str
    # The imported source, or `rollback`, `erase` or `demo`.
    source: str
    # The name of the file or archive member.
    input: str
    # `merge` keeps records whose keys are not in the input.
    mode: Literal["replace", "merge"]
    # Whether everything was verified and nothing changed.
    dry_run: bool
    # `done` changed the dataset, unless it was a dry run; `failed` and `stopped` changed nothing.
    state: Literal["running", "done", "failed", "stopped"]
    # Who started it: `operator`, `/users/{id}` or `command line`.
    actor: str
    # The host and process that it runs in.
    node: str
    # When it started.
    started_at: str
    # When it ended; null while it runs.
    ended_at: str | None
    # Progress; null before the first step.
    progress: ImportProgress | None
    # Why it failed or was stopped; else null.
    error: str | None
    # The rejected rows; null until it has ended.
    rejects: ImportRejects | None
    # The result; null unless it is `done`.
    summary: ImportSummary | None
    # What a dry run shows of the file, as far as it was read. Null in lists, for other imports, and while it runs.
    preview: ImportPreview | None


class Import(_ImportRequired, total=False):
    # The mapping of the import; absent if it had none.
    mapping: ImportMapping
    # The result of an import of `vpic`.
    vin_data: VinDataSummary


class ImportProgress(TypedDict):
    # The current stage. `wait` lasts while two other imports run; `compile` is of the decoder's data; the last one, `swap`, makes the records current.
    stage: Literal["receive", "wait", "read", "compile", "keep", "verify", "compare", "fit", "swap"]
    # Bytes of the input received or read so far.
    bytes: int
    # Bytes of the input; null if unknown.
    bytes_total: int | None
    # Rows read so far.
    rows: int
    # Rows rejected so far.
    rejects: int
    # Rows read per second.
    rows_per_second: int
    # Seconds left at that rate; null if unknown.
    seconds_left: int | None


class ImportReject(TypedDict):
    # The line of the input, from 1; a CSV file's header is line 1.
    line: int
    # The column; empty if the whole row is invalid.
    column: str
    # The first characters of the value.
    value: str
    # Why the row was rejected; follows the column's name.
    reason: str


class ImportSummary(TypedDict):
    # The dataset's name in responses.
    name: str
    # The dataset's version in responses.
    version: str
    # Records of the dataset.
    rows: int
    # Rows of the input.
    rows_read: int
    # Rows of the input that became records.
    rows_accepted: int
    # In `merge`, records whose keys are not in the input.
    rows_kept: int
    # Rows without use for the family, by reason.
    passed_over: dict[str, int]
    # Warnings on accepted rows, by reason.
    doubtful: dict[str, int]
    # SHA-256 of the file as it was sent.
    input_sha256: str
    # The xxHash64 of the accepted rows, 16 hexadecimal digits.
    rows_checksum: str
    # Seconds from the received file to the end.
    seconds: float
    # Changes since the previous dataset; see also `GET /datasets/{family}/diff`.
    changes: DatasetCounts


class ImportPreviewMapping(TypedDict):
    # The name of a ready-made mapping; else null.
    name: str | None
    # What files it is for; null without a name.
    title: str | None
    # Whether the dry run chose it; an import applies named ones only.
    proposed: bool
    # The mapping as JSON, for `mapping` of an import, edited or as it is.
    text: str


ImportPreviewColumns = TypedDict(
    "ImportPreviewColumns",
    {
        # The file's name of the column.
        "name": "str",
        # The documented column; null if it is left out.
        "as": "str | None",
        # How its numbers or dates are written; null if nothing had to be found.
        "form": "str | None",
        # The line that decided the form; null if none did.
        "decided_at": "int | None",
        # Its first three different values.
        "values": "list[str]",
        # Words for nothing by count, at most 20.
        "empty": "dict[str, int]",
        # Words that the mapping's `values` lack by count, at most 20.
        "unmapped": "dict[str, int]",
    },
)


class ImportPreviewRowsReject(TypedDict):
    # The documented column; empty if the whole row is invalid.
    column: str
    # The first characters of the value.
    value: str
    # Why the row is rejected; follows the column's name.
    reason: str


class ImportPreviewRows(TypedDict):
    # The line of the file.
    line: int
    # The row's values by the file's columns.
    given: dict[str, str]
    # The record that it becomes; null if it is rejected or was not converted.
    record: dict[str, Any] | None
    # Why it is rejected; null if it is not.
    reject: ImportPreviewRowsReject | None


class ImportPreviewQuestionReadings(TypedDict):
    # A form that can be named.
    form: str
    # A value of the file.
    example: str
    # What it is in this form.
    read: str


ImportPreviewQuestion = TypedDict(
    "ImportPreviewQuestion",
    {
        # The file's name of the column.
        "column": "str",
        # The documented column, whose `form` the mapping must name.
        "as": "str",
        # Why the file is refused.
        "reason": "str",
        # The lines that show it.
        "lines": "list[int]",
        # What each form makes of a value.
        "readings": "list[ImportPreviewQuestionReadings]",
    },
)


class ImportPreview(TypedDict):
    # The format of the file.
    format: Literal["csv", "ndjson", "json", "xlsx"]
    # The encoding of its text, for example `windows-1252`.
    encoding: str
    # The delimiter of its columns; null if it has none.
    delimiter: str | None
    # The workbook's sheet that was read; else null.
    sheet: str | None
    # The workbook's sheets; else empty.
    sheets: list[str]
    # The mapping that was applied; null if the file has documented names.
    mapping: ImportPreviewMapping | None
    # The columns of the file.
    columns: list[ImportPreviewColumns]
    # Required columns for which the file has none.
    required: list[str]
    # The first ten rows.
    rows: list[ImportPreviewRows]
    # What a person must decide, if a form mends the file's refusal; else null.
    question: ImportPreviewQuestion | None


class _VinDataSummaryRequired(TypedDict):
    # The month of the data.
    version: str
    # VINs compared with the data in use.
    sampled: int
    # Those with another model.
    changed: int
    # Those without one.
    lost: int
    # SHA-256 of the file.
    input_sha256: str


class VinDataSummary(_VinDataSummaryRequired, total=False):
    # The VINs of the last week's calls, decoded by the data in use and by the new ones. Absent if there were no data.
    calls: VinDataCalls


class VinDataCallsExamples(TypedDict):
    # The first eleven characters, which many vehicles share.
    vin: str
    # Year, make and model by the data in use; empty if there are none.
    before: str
    # The same by the new data.
    after: str


class VinDataCalls(TypedDict):
    # Distinct VINs of calls of the last seven days; at most 100,000.
    vins: int
    # Whether there were more VINs, or more than 1,000,000 calls, of which the newest are compared.
    bounded: bool
    # VINs with the same year, make and model.
    same: int
    # Those with another year, make or model.
    changed: int
    # Those with a make or model that had none.
    found: int
    # Those with none that had one.
    lost: int
    # At most ten that differ: lost ones first, then changed ones.
    examples: list[VinDataCallsExamples]


class DatasetChanges(TypedDict):
    # Records that only the later dataset has.
    added: int
    # Records that only the earlier dataset has.
    removed: int
    # Records in both, with different content.
    changed: int
    # By model year, for families whose records have one.
    by_year: dict[str, DatasetCounts]
    # By make, for families whose records have one.
    by_make: dict[str, DatasetCounts]
    # Which changes come from readers, not from files. `none`: one reader has read both. `all`: both are one file. `unknown`: two files, two readers.
    by_reader: Literal["none", "all", "unknown"]


class VinData(TypedDict):
    # The data in use; null before the first are compiled.
    current: VinPack | None
    # The data before the last import; else null.
    former: VinPack | None


class VinPack(TypedDict):
    # `vpic` or `vpic-packaged`.
    source: str
    # The month of the data.
    version: str
    # Its patterns.
    patterns: int
    # Its manufacturer codes.
    manufacturers: int


class DatasetColumnsColumns(TypedDict):
    # The column's name; of lists, that of an item of the example.
    name: str
    # The form of its values, in words.
    form: str
    # Whether every row must have it.
    required: bool
    # What it means; may be empty.
    about: str
    # A value that can be imported; may be empty.
    example: str


class DatasetColumnsSources(TypedDict):
    # Its name, for `source`.
    name: str
    # What it contains.
    title: str
    # The URL of the published file; null for your own file.
    address: str | None
    # The size of the file, in words.
    size: str
    # How often it is published.
    cadence: str
    # The license of the data.
    licence: str


class DatasetColumns(TypedDict):
    # The family of records.
    family: str
    # The columns that a file can have. A map takes them from columns with other names.
    columns: list[DatasetColumnsColumns]
    # The public sources of the family.
    sources: list[DatasetColumnsSources]


class _ChoicesRequired(TypedDict):
    # `success`.
    status: Literal["success"]
    # The names that the next parameter can have.
    data: list[str]


class Choices(_ChoicesRequired, total=False):
    # Present if names of synthetic records of the demo set are among them.
    synthetic: Literal[True]


class HeadlightAssemblyDataHeadlightsBulb(TypedDict):
    """The bulb's type."""

    # The bulb of the low beam.
    low_beam: str
    # The bulb of the high beam.
    high_beam: str


class HeadlightAssemblyDataHeadlights(TypedDict):
    # Left or right.
    position: str
    # The maker's part numbers.
    oem_numbers: list[str]
    # The Partslink number.
    partslink: str
    # The bulb's type.
    bulb: HeadlightAssemblyDataHeadlightsBulb
    # The kind of light, such as halogen or LED.
    technology: str


class HeadlightAssemblyData(TypedDict):
    """The response body."""

    # The model year, four digits.
    year: str
    # The make.
    make: str
    # The model.
    model: str
    # The headlights that fit.
    headlights: list[HeadlightAssemblyDataHeadlights]


class HeadlightAssembly(TypedDict):
    # `success`.
    status: Literal["success"]
    # The response body.
    data: HeadlightAssemblyData


class VehicleImagesDataImages(TypedDict):
    # Signed; valid for one hour.
    url: str
    # The side from which the image was taken.
    angle: str
    # The vehicle's color in the image.
    color: str
    # Where the image is from.
    source: str


class VehicleImagesData(TypedDict):
    """The response body."""

    # The model year, four digits.
    year: str
    # The make.
    make: str
    # The model.
    model: str
    # The trim.
    trim: str
    # The images of the vehicle.
    images: list[VehicleImagesDataImages]


class VehicleImages(TypedDict):
    # `success`.
    status: Literal["success"]
    # The response body.
    data: VehicleImagesData


class MarketValuationDataIntro(TypedDict):
    """The VIN that was valued; empty without one."""

    # The VIN.
    vin: str


class MarketValuationDataBasic(TypedDict):
    """What the vehicle is."""

    # The make.
    make: str
    # The model.
    model: str
    # The model year, four digits.
    year: str
    # The trim.
    trim: str
    # The mileage that the values are for; the nearest possible one if what was given is too far from the sales.
    mileage: str
    # The state, two letters.
    state: str


MarketValuationDataMarketValueMarketValueDataMarketValue = TypedDict(
    "MarketValuationDataMarketValueMarketValueDataMarketValue",
    {
        # The condition of the vehicle.
        "Condition": "Literal['Outstanding', 'Clean', 'Average', 'Rough']",
        # What a dealer pays for it.
        "Trade-In": "str",
        # The price from a private seller.
        "Private Party": "str",
        # The price at a dealer.
        "Dealer Retail": "str",
    },
)


MarketValuationDataMarketValueMarketValueData = TypedDict(
    "MarketValuationDataMarketValueMarketValueData",
    {
        # The trim.
        "trim": "str",
        # The values by condition.
        "market value": "list[MarketValuationDataMarketValueMarketValueDataMarketValue]",
    },
)


class MarketValuationDataMarketValue(TypedDict):
    """What the vehicle is worth."""

    # The values by trim.
    market_value_data: list[MarketValuationDataMarketValueMarketValueData]


class MarketValuationDataStatisticsSales(TypedDict):
    # The model year, four digits.
    year: str
    # The mileage when it was sold.
    mileage: int
    # The price, as it was recorded.
    price: float


class _MarketValuationDataStatisticsRequired(TypedDict):
    # The number of sales compared.
    comparables: int
    # The price below which 15 % of such vehicles are expected to sell.
    p15: float
    # The price below which half of them are.
    p50: float
    # The price below which 85 % of them are.
    p85: float
    # The median mileage of the sales.
    mileage_median: float
    # The last day that the data cover.
    as_of: str
    # How reliable the values are.
    confidence: str


class MarketValuationDataStatistics(_MarketValuationDataStatisticsRequired, total=False):
    """The spread of the sales that the values are based on."""

    # The mileage that the values are for.
    mileage_used: int
    # `fitted`: age, mileage and range were fitted to this dataset's sales. `defaults`: its sales are too few, and documented constants were used.
    method: Literal["fitted", "defaults"]
    # The share of sales, kept out of the fit, whose price lay between p15 and p85 of such values; null if not measured. The ranges are made for 0.7.
    coverage: float | None
    # The number of sales that `coverage` was measured on.
    coverage_n: int
    # The median distance of p50 from the price of those sales, as a share of the price; null if not measured.
    error_median: float | None
    # The newest of the sales compared, at most 40, as they were recorded; outliers and those of unknown mileage are left out.
    sales: list[MarketValuationDataStatisticsSales]


class MarketValuationData(TypedDict):
    """The response body."""

    # The VIN that was valued; empty without one.
    intro: MarketValuationDataIntro
    # What the vehicle is.
    basic: MarketValuationDataBasic
    # What the vehicle is worth.
    market_value: MarketValuationDataMarketValue
    # The spread of the sales that the values are based on.
    statistics: MarketValuationDataStatistics


class MarketValuation(TypedDict):
    # `success`.
    status: Literal["success"]
    # The response body.
    data: MarketValuationData


class WindshieldDataWindshields(TypedDict):
    # The NAGS number.
    nags_number: str
    # The maker's part numbers.
    oem_numbers: list[str]
    # What the windshield has, such as a rain sensor.
    features: list[str]
    # Calibrations that a camera or sensor needs after the exchange.
    calibrations: list[str]


class WindshieldData(TypedDict):
    """The response body."""

    # The VIN.
    vin: str
    # The model year, four digits.
    year: str
    # The make.
    make: str
    # The model.
    model: str
    # The windshields that fit.
    windshields: list[WindshieldDataWindshields]


class Windshield(TypedDict):
    # `success`.
    status: Literal["success"]
    # The response body.
    data: WindshieldData


class LienLookupDataLiens(TypedDict):
    # The lienholder.
    lienholder: str
    # The state, two letters.
    state: str
    # The day on which the lien was filed, YYYY-MM-DD.
    filed_at: str
    # The day on which it was released, YYYY-MM-DD; empty before.
    released_at: str
    # `active`, `released`, or the register's own word.
    status: str


class LienLookupDataAsListed(TypedDict, total=False):
    """The source's words where they differ from the VIN's; absent if none does."""

    # The source's model year.
    year: str
    # The source's make.
    make: str
    # The source's model.
    model: str
    # The source's trim.
    trim: str


class _LienLookupDataRequired(TypedDict):
    # The VIN.
    vin: str
    # The model year, four digits.
    year: str
    # The make.
    make: str
    # The model.
    model: str
    # The liens on record; a VIN without any may still have one.
    liens: list[LienLookupDataLiens]
    # The last day that the data cover, YYYY-MM-DD.
    as_of: str


class LienLookupData(_LienLookupDataRequired, total=False):
    """The response body."""

    # The source's words where they differ from the VIN's; absent if none does.
    as_listed: LienLookupDataAsListed


class LienLookup(TypedDict):
    # `success`.
    status: Literal["success"]
    # The response body.
    data: LienLookupData


class PlateDecodeDataIntro(TypedDict):
    """The plate that was looked up."""

    # The license plate.
    license: str
    # The state, two letters.
    state: str


class _PlateDecodeDataRequired(TypedDict):
    # The plate that was looked up.
    intro: PlateDecodeDataIntro
    # The VIN.
    vin: str
    # The model year, four digits.
    year: str
    # The make.
    make: str
    # The model.
    model: str
    # The trim.
    trim: str
    # The kind of body.
    body_type: str


class PlateDecodeData(_PlateDecodeDataRequired, total=False):
    """The response body."""

    # The source's words where they differ from the VIN's; absent if none does.
    as_listed: LienLookupDataAsListed


class PlateDecode(TypedDict):
    # `success`.
    status: Literal["success"]
    # The response body.
    data: PlateDecodeData


class LicenseDecodeDataRegistration(TypedDict, total=False):
    """What the register of the plate's country says; absent for U.S. plates."""

    # The kind of vehicle, in the register's words.
    kind: str
    # The EU's category, such as M1.
    category: str
    # The day of the first admission in any country, YYYY-MM-DD; its month, YYYY-MM, if that is all that is known.
    first_admission: str
    # The day of the first registration in the country, YYYY-MM-DD.
    first_registration: str
    # The year of production.
    production_year: float
    # The day on which the inspection expires, YYYY-MM-DD.
    inspection_expires: str
    # The day of the last inspection, YYYY-MM-DD.
    last_inspection: str
    # The mass in running order, kg.
    mass_kg: float
    # The unladen mass, kg.
    unladen_mass_kg: float
    # The most mass that is allowed, kg.
    gross_mass_kg: float
    # The most mass of a trailer with brakes, kg.
    towing_braked_kg: float
    # The most mass of a trailer without brakes, kg.
    towing_unbraked_kg: float
    # The displacement, cm³.
    displacement_cc: float
    # The number of cylinders.
    cylinders: float
    # The power of the engine, kW.
    power_kw: float
    # The power of the electric motor, kW.
    electric_power_kw: float
    # The emission of CO2 in the older test (NEDC), g/km.
    co2_g_km: float
    # The emission of CO2 in the WLTP test, g/km.
    co2_wltp_g_km: float
    # The fuels, in the register's words, divided by a slash.
    fuel: str
    # The maker's code of the engine.
    engine_code: str
    # The number of doors.
    doors: float
    # The number of seats.
    seats: float
    # The color, in the register's words.
    color: str
    # The number of the EU's type approval.
    type_approval: str
    # The variant in the type approval.
    type_variant: str
    # The version in the type approval.
    type_version: str
    # The register's code of the model.
    model_code: str
    # The list price when the vehicle was new, EUR.
    list_price_eur: float
    # Whether a recall of the vehicle is open.
    open_recall: bool
    # Whether the vehicle was exported.
    exported: bool
    # The register's judgment of the odometer readings that it has: they rise (`logical`), or one is lower than an earlier one (`illogical`); `none` if it does not judge.
    odometer_judgment: Literal["logical", "illogical", "none"]
    # The judgment in the register's words.
    odometer_judgment_as_listed: str
    # The register's code of the reason, such as RDW's 04.
    odometer_judgment_code: str
    # The year of the register's last reading of the odometer.
    odometer_last_year: float
    # The number of the frame, if it is no VIN.
    chassis_number: str


class _LicenseDecodeDataRequired(TypedDict):
    # The plate that was looked up.
    intro: PlateDecodeDataIntro
    # The VIN.
    vin: str
    # The model year, four digits.
    year: str
    # The make.
    make: str
    # The model.
    model: str
    # The trim.
    trim: str
    # The kind of body.
    body_type: str


class LicenseDecodeData(_LicenseDecodeDataRequired, total=False):
    """The response body."""

    # The source's words where they differ from the VIN's; absent if none does.
    as_listed: LienLookupDataAsListed
    # What the register of the plate's country says; absent for U.S. plates.
    registration: LicenseDecodeDataRegistration


class LicenseDecode(TypedDict):
    # `success`.
    status: Literal["success"]
    # The response body.
    data: LicenseDecodeData


class GroupedSpecificationsData(TypedDict):
    """The response body."""

    # The model year, four digits.
    year: str
    # The make.
    make: str
    # The model.
    model: str
    # The trim.
    trim: str
    # The specifications by group; those without a group are next to the groups. `displacement_l` is in liters, `mpg` per US gallon, `msrp` in US dollars.
    specs: dict[str, dict[str, str | float | bool | list[str] | None] | str | float | bool | list[str] | None]


class GroupedSpecifications(TypedDict):
    # `success`.
    status: Literal["success"]
    # The response body.
    data: GroupedSpecificationsData


class SpecificationsData(TypedDict):
    """The response body."""

    # The model year, four digits.
    year: str
    # The make.
    make: str
    # The model.
    model: str
    # The trim.
    trim: str
    # The specifications; a name is a group and a member.
    specs: dict[str, str | float | bool | list[str] | None]


class Specifications(TypedDict):
    # `success`.
    status: Literal["success"]
    # The response body.
    data: SpecificationsData


class OemPartsDataParts(TypedDict):
    # The maker's part number.
    part_number: str
    # The part's name.
    name: str
    # What the part is.
    description: str
    # How many a vehicle has.
    quantity: str
    # The suggested retail price in US dollars.
    msrp: str
    # The part number that replaces this one.
    superseded_by: str
    # The address of a drawing.
    diagram: str
    # Remarks.
    notes: str


class OemPartsData(TypedDict):
    """The response body."""

    # The model year, four digits.
    year: str
    # The make.
    make: str
    # The model.
    model: str
    # The trim.
    trim: str
    # The category of parts.
    category: str
    # The subcategory of parts.
    subcategory: str
    # The parts of the category.
    parts: list[OemPartsDataParts]


class OemParts(TypedDict):
    # `success`.
    status: Literal["success"]
    # The response body.
    data: OemPartsData


class OemVinDecodeDataBasic(TypedDict):
    """What the vehicle is."""

    # The make.
    make: str
    # The model.
    model: str
    # The model year, four digits.
    year: str
    # The trim.
    trim: str
    # The kind of body.
    body_type: str
    # The kind of vehicle, as vPIC names it.
    vehicle_type: str
    # The number of doors.
    doors: str
    # The size class.
    vehicle_size: str
    # The number of seats.
    seating_capacity: str


class OemVinDecodeDataEngine(TypedDict):
    """The engine."""

    # The number of cylinders.
    cylinders: str
    # The displacement in liters.
    engine_size: str
    # The engine's model or type.
    engine_description: str
    # The displacement in cubic centimeters.
    engine_capacity: str
    # How the cylinders are arranged.
    engine_configuration: str
    # The kind of electric drive, empty for none or unknown.
    electrification_level: str


class OemVinDecodeDataManufacturer(TypedDict):
    """Who made the vehicle."""

    # Who made the vehicle.
    manufacturer: str
    # The region of the maker.
    region: str
    # The country.
    country: str
    # The city of the plant.
    plant_city: str
    # The country of the plant.
    plant_country: str


class OemVinDecodeDataTransmission(TypedDict):
    """The transmission."""

    # The kind of transmission.
    transmission_style: str


class OemVinDecodeDataRestraint(TypedDict):
    """Seat belts and airbags."""

    # Seat belts and airbags in words.
    others: str


class OemVinDecodeDataDimensions(TypedDict):
    """Weights."""

    # The gross vehicle weight rating.
    gvwr: str


class OemVinDecodeDataDrivetrain(TypedDict):
    """The driven wheels."""

    # The driven wheels.
    drive_type: str


class OemVinDecodeDataFuel(TypedDict):
    """The fuel."""

    # The main fuel.
    fuel_type: str
    # The second fuel, if there is one.
    secondary_fuel_type: str


class OemVinDecodeDataCheck(TypedDict):
    """The check of the VIN."""

    # Whether the VIN has no error.
    valid: bool
    # The check digit in the VIN.
    check_digit: str
    # The check digit that the other characters call for.
    expected: str
    # Warnings about the VIN or its decoding, in words.
    warnings: list[str]


class _OemVinDecodeDataDerivedRequired(TypedDict):
    # The response member that was derived; for an element without one, its code, such as `SeatBeltsAll`.
    field: str
    # The derived value.
    value: str
    # The rule by which it was derived.
    rule: str


class OemVinDecodeDataDerived(_OemVinDecodeDataDerivedRequired, total=False):
    # The dataset of the value, such as `epa 2025-11`; absent if it follows from vPIC's.
    source: str


class OemVinDecodeDataElements(TypedDict):
    # The element's number in vPIC.
    element_id: int
    # The element's name.
    name: str
    # The element's machine name.
    code: str
    # The group of the element.
    group: str
    # The element's value.
    value: str
    # What decided the value: a pattern of the VIN, or the fact from which it follows.
    decided_by: Literal["pattern", "engine", "formula", "model", "conversion", "specification", "default", "manufacturer", "year"]
    # The pattern's number in vPIC.
    pattern_id: int | None
    # The pattern's text.
    key: str


class OemVinDecodeDataPositions(TypedDict):
    # The character's position, from 1.
    position: int
    # The character.
    character: str
    # The part of the VIN to which the character belongs.
    part: Literal["manufacturer", "vehicle", "check_digit", "model_year", "plant", "serial"]
    # What the character means, in words.
    meaning: str
    # The elements of vPIC that it decides.
    elements: list[str]


class OemVinDecodeDataExplanationElementsAlternatives(TypedDict):
    # The value that lost.
    value: str
    # What decided the value: a pattern of the VIN, or the fact from which it follows.
    decided_by: Literal["pattern", "engine", "formula", "model", "conversion", "specification", "default", "manufacturer", "year"]
    # The pattern's number in vPIC.
    pattern_id: int | None
    # The pattern's text.
    key: str
    # Why it lost: to a better `source` (a pattern before a formula before an engine model), to a schema of a later model year, to a later change or an earlier key (`order`), or because less is known under that model year.
    lost_by: Literal["source", "schema_year", "order", "model_year"]


class OemVinDecodeDataExplanationElements(TypedDict):
    # The element's number in vPIC.
    element_id: int
    # The element's name.
    name: str
    # The element's machine name.
    code: str
    # The element's value.
    value: str
    # What decided the value: a pattern of the VIN, or the fact from which it follows.
    decided_by: Literal["pattern", "engine", "formula", "model", "conversion", "specification", "default", "manufacturer", "year", "derived"]
    # The pattern's number in vPIC.
    pattern_id: int | None
    # The pattern's text.
    key: str
    # The positions of the VIN that the pattern reads.
    positions: list[int]
    # The rule by which it was derived.
    rule: str
    # Values that other patterns of the same VIN state and that lost, best first.
    alternatives: list[OemVinDecodeDataExplanationElementsAlternatives]


class OemVinDecodeDataExplanation(TypedDict):
    """What decided each element, and what each position means; present with `explain=true`."""

    # What each character of the VIN means.
    positions: list[OemVinDecodeDataPositions]
    # Every element of vPIC that the VIN decides.
    elements: list[OemVinDecodeDataExplanationElements]


class _OemVinDecodeDataRequired(TypedDict):
    # The VIN that was decoded.
    intro: MarketValuationDataIntro
    # What the vehicle is.
    basic: OemVinDecodeDataBasic
    # The engine.
    engine: OemVinDecodeDataEngine
    # Who made the vehicle.
    manufacturer: OemVinDecodeDataManufacturer
    # The transmission.
    transmission: OemVinDecodeDataTransmission
    # Seat belts and airbags.
    restraint: OemVinDecodeDataRestraint
    # Weights.
    dimensions: OemVinDecodeDataDimensions
    # The driven wheels.
    drivetrain: OemVinDecodeDataDrivetrain
    # The fuel.
    fuel: OemVinDecodeDataFuel
    # The check of the VIN.
    check: OemVinDecodeDataCheck
    # Values that no pattern states, each with its rule and its dataset.
    derived: list[OemVinDecodeDataDerived]
    # The error codes that vPIC gives the VIN.
    error_codes: list[int] | Literal["unknown"]
    # The part of the VIN that patterns describe: positions 4 to 8 and 10 to 17, without the serial number.
    descriptor: str
    # Every element of vPIC that the VIN decides.
    elements: list[OemVinDecodeDataElements]
    # What each character of the VIN means.
    positions: list[OemVinDecodeDataPositions]


class OemVinDecodeData(_OemVinDecodeDataRequired, total=False):
    """The response body."""

    # What decided each element, and what each position means; present with `explain=true`.
    explanation: OemVinDecodeDataExplanation
    # The maker's own record of the vehicle; absent if none was imported.
    build_sheet: dict[str, Any]
    # What registers of other countries have for such a VIN, as in /vehicle-types; only where vPIC has no model.
    vehicle_types: list[VehicleTypeSource]


class OemVinDecode(TypedDict):
    # `success`.
    status: Literal["success"]
    # The response body.
    data: OemVinDecodeData


class VehicleTypeSourceFacts(TypedDict, total=False):
    """What all candidates have in common; `model` is the words that the names of all begin with. What differs is absent."""

    # The make.
    make: str
    # The model, as the source names it; some name the engine after it.
    model: str
    # The type, variant and version in the type approval.
    variant: str
    # The EU's category, such as M1.
    category: str
    # The kind of body, in the source's words.
    body: str
    # The fuels, divided by a slash: Gasoline, Diesel, Electric, CNG, LPG, Ethanol, Methanol, Hydrogen.
    fuel: str
    # Front-wheel drive, Rear-wheel drive or All-wheel drive.
    drive: str
    # The maker's code of the engine.
    engine_code: str
    # The displacement, cm³.
    displacement_cc: float
    # The power of the engine, kW.
    power_kw: float
    # The number of doors.
    doors: float
    # The number of seats.
    seats: float
    # The number of the EU's type approval.
    type_approval: str


class VehicleTypeSourceCandidates(TypedDict, total=False):
    # The make.
    make: str
    # The model, as the source names it; some name the engine after it.
    model: str
    # The type, variant and version in the type approval.
    variant: str
    # The EU's category, such as M1.
    category: str
    # The kind of body, in the source's words.
    body: str
    # The fuels, divided by a slash: Gasoline, Diesel, Electric, CNG, LPG, Ethanol, Methanol, Hydrogen.
    fuel: str
    # Front-wheel drive, Rear-wheel drive or All-wheel drive.
    drive: str
    # The maker's code of the engine.
    engine_code: str
    # The displacement, cm³.
    displacement_cc: float
    # The power of the engine, kW.
    power_kw: float
    # The number of doors.
    doors: float
    # The number of seats.
    seats: float
    # The number of the EU's type approval.
    type_approval: str
    # The first year in which one of its vehicles was taken into use.
    first_used: float
    # The last such year.
    last_used: float
    # The number of its vehicles; absent if the source does not count them.
    vehicles: float
    # The number of approvals that say the same, if the source does not count vehicles.
    approvals: int


class VehicleTypeSource(TypedDict):
    # The dataset's name.
    source: str
    # The dataset's version, a day for most sources.
    version: str
    # The day of its import, YYYY-MM-DD.
    imported_on: str
    # Who publishes it.
    publisher: str
    # The country whose vehicles it lists: ISO 3166-1, three letters.
    country: str
    # The number of different types that the VIN matches.
    candidate_count: int
    # What all candidates have in common; `model` is the words that the names of all begin with. What differs is absent.
    facts: VehicleTypeSourceFacts
    # The types, those of most vehicles first, at most 50. Each is possible; none is proven.
    candidates: list[VehicleTypeSourceCandidates]


class OpenRecallsDataMatchedModels(TypedDict):
    # The make.
    make: str
    # The model.
    model: str
    # How sure the name is: `exact` (the VIN states all of it), `close` (part of it follows from weight, fuel, body, engine or a range of VINs), `model` (it may be another line of the model).
    match: Literal["exact", "close", "model"]
    # Why campaigns of the name may not concern the vehicle; `""` if its line is certain.
    note: str


class _OpenRecallsDataRecallsRequired(TypedDict):
    # NHTSA's number of the campaign, for example 20V123000; empty if another authority announces it.
    nhtsa_campaign_number: str
    # The maker that recalls.
    manufacturer: str
    # The component concerned.
    component: str
    # The fault.
    summary: str
    # What can happen.
    consequence: str
    # What the maker does about it.
    remedy: str
    # Remarks.
    notes: str
    # The day on which NHTSA received the report, YYYY-MM-DD; of another authority the day that it gives the campaign.
    report_received_date: str
    # Whether the file says that the vehicle should not be driven.
    park_it: bool
    # Whether the file says that the vehicle should be parked outside.
    park_outside: bool
    # Whether the file says that an update over the air remedies it.
    over_the_air_update: bool
    # The name of `matched_models` under which the file has the campaign.
    matched_model: str
    # How sure that name is.
    match: Literal["exact", "close", "model"]
    # Whether this vehicle's recall is open, if a record says so.
    recall_status: Literal["open", "completed", "unknown"]


class OpenRecallsDataRecalls(_OpenRecallsDataRecallsRequired, total=False):
    # The market whose campaigns are listed; only in answers for other markets than the U.S.
    market: Literal["US", "CA", "GB", "EU"]
    # Who announces the market's recalls; only in answers for other markets than the U.S.
    authority: str
    # The authority's number of the campaign; only in answers for other markets than the U.S.
    campaign_number: str
    # The maker's own number of the campaign; only in answers for other markets than the U.S.
    manufacturer_campaign_number: str
    # How many vehicles are recalled in the market, digits; only in answers for other markets than the U.S.
    units_affected: str
    # The authority's page of the campaign; only in answers for other markets than the U.S.
    url: str


class _OpenRecallsDataRequired(TypedDict):
    # The VIN.
    vin: str
    # The model year, four digits.
    year: str
    # The make.
    make: str
    # The model.
    model: str
    # The number of recalls listed.
    recall_count: int
    # The names under which the file of recalls has the vehicle's line, the surest first.
    matched_models: list[OpenRecallsDataMatchedModels]
    # The recalls of the vehicle's line, and of the VIN if they are known.
    recalls: list[OpenRecallsDataRecalls]


class OpenRecallsData(_OpenRecallsDataRequired, total=False):
    """The response body."""

    # The market whose campaigns are listed; only in answers for other markets than the U.S.
    market: Literal["US", "CA", "GB", "EU"]
    # Who announces the market's recalls; only in answers for other markets than the U.S.
    authority: str


class OpenRecalls(TypedDict):
    # `success`.
    status: Literal["success"]
    # The response body.
    data: OpenRecallsData


class OilLookupDataOilSpecsCapacityWithFilter(TypedDict):
    """The oil for a change with a new filter."""

    # In liters.
    liters: str
    # In US quarts.
    us_quarts: str


class OilLookupDataOilSpecs(TypedDict):
    # The SAE viscosity grade.
    viscosity: str
    # The kind of oil.
    oil_type: str
    # The oil for a change with a new filter.
    capacity_with_filter: OilLookupDataOilSpecsCapacityWithFilter
    # The oil for a change without a new filter.
    capacity_without_filter: OilLookupDataOilSpecsCapacityWithFilter
    # The temperatures that the oil is for.
    temperature: str


class OilLookupDataFilters(TypedDict):
    # The brand.
    brand: str
    # The maker's part number.
    part_number: str


class OilLookupDataDrainBolt(TypedDict):
    """The drain bolt."""

    # The size of its socket in millimeters.
    socket_size_mm: str
    # Its tightening torque in newton meters.
    torque_nm: str


class OilLookupData(TypedDict):
    """The response body."""

    # The model year, four digits.
    year: str
    # The make.
    make: str
    # The model.
    model: str
    # The engine, such as 2.4L L4.
    engine: str
    # The oils that suit the engine.
    oil_specs: list[OilLookupDataOilSpecs]
    # The oil filters that fit.
    filters: list[OilLookupDataFilters]
    # The drain bolt.
    drain_bolt: OilLookupDataDrainBolt


class OilLookup(TypedDict):
    # `success`.
    status: Literal["success"]
    # The response body.
    data: OilLookupData


class _VinDecodeDataRequired(TypedDict):
    # The VIN that was decoded.
    intro: MarketValuationDataIntro
    # What the vehicle is.
    basic: OemVinDecodeDataBasic
    # The engine.
    engine: OemVinDecodeDataEngine
    # Who made the vehicle.
    manufacturer: OemVinDecodeDataManufacturer
    # The transmission.
    transmission: OemVinDecodeDataTransmission
    # Seat belts and airbags.
    restraint: OemVinDecodeDataRestraint
    # Weights.
    dimensions: OemVinDecodeDataDimensions
    # The driven wheels.
    drivetrain: OemVinDecodeDataDrivetrain
    # The fuel.
    fuel: OemVinDecodeDataFuel
    # The check of the VIN.
    check: OemVinDecodeDataCheck
    # Values that no pattern states, each with its rule and its dataset.
    derived: list[OemVinDecodeDataDerived]


class VinDecodeData(_VinDecodeDataRequired, total=False):
    """The response body."""

    # What decided each element, and what each position means; present with `explain=true`.
    explanation: OemVinDecodeDataExplanation


class VinDecode(TypedDict):
    # `success`.
    status: Literal["success"]
    # The response body.
    data: VinDecodeData


class _MotorcycleDecodeDataRequired(TypedDict):
    # The VIN that was decoded.
    intro: MarketValuationDataIntro
    # What the vehicle is.
    basic: OemVinDecodeDataBasic
    # The engine.
    engine: OemVinDecodeDataEngine
    # Who made the vehicle.
    manufacturer: OemVinDecodeDataManufacturer
    # The transmission.
    transmission: OemVinDecodeDataTransmission
    # Seat belts and airbags.
    restraint: OemVinDecodeDataRestraint
    # Weights.
    dimensions: OemVinDecodeDataDimensions
    # The driven wheels.
    drivetrain: OemVinDecodeDataDrivetrain
    # The fuel.
    fuel: OemVinDecodeDataFuel
    # The displacement in cubic centimeters.
    displacement_cc: str
    # Two or four strokes.
    engine_cycles: str
    # The kind of chassis.
    chassis: str
    # The kind of suspension.
    suspension: str


class MotorcycleDecodeData(_MotorcycleDecodeDataRequired, total=False):
    """The response body."""

    # Absent without a VIN.
    check: OemVinDecodeDataCheck
    # Absent without a VIN.
    derived: list[OemVinDecodeDataDerived]
    # Without a VIN: says that only what all of the model share is shown.
    note: str


class MotorcycleDecode(TypedDict):
    # `success`.
    status: Literal["success"]
    # The response body.
    data: MotorcycleDecodeData


class RepairEstimatesDataDataRepairRepairCosts(TypedDict):
    # The kind of cost.
    name: Literal["Parts", "Labor"]
    # The cost in words.
    desc: str
    # Whole currency units.
    high: float
    # Whole currency units.
    low: float


class RepairEstimatesDataDataRepairRepair(TypedDict):
    # The service.
    title: str
    # What the service is.
    description: str
    # Unique slug of the service.
    value: str
    # The cost's parts and labor.
    costs: list[RepairEstimatesDataDataRepairRepairCosts]


class RepairEstimatesDataDataRepair(TypedDict):
    # Empty if it is unknown; by names, `All trims` asks for the same costs.
    trim: str
    # The services and what they cost.
    repair: list[RepairEstimatesDataDataRepairRepair]


class RepairEstimatesDataDataNarrowed(TypedDict):
    """The costs for the VIN's own engine, drive and weight, if `narrow` is true; `repair` has those of its trim."""

    # What the VIN says: `Gasoline, 6 cylinders, 4WD/4-Wheel Drive/4x4`.
    by: str
    # The services by trim.
    repair: list[RepairEstimatesDataDataRepair]


class _RepairEstimatesDataDataRequired(TypedDict):
    # The model year, four digits.
    year: str
    # The make.
    make: str
    # The model.
    model: str
    # The services by trim.
    repair: list[RepairEstimatesDataDataRepair]


class RepairEstimatesDataData(_RepairEstimatesDataDataRequired, total=False):
    """The response body."""

    # Says that costs are the service's own estimates, and of which trims if not of all; absent if all are the operator's records.
    basis: str
    # Says that the requested trim is unknown; absent if it is known.
    note: str
    # The costs for the VIN's own engine, drive and weight, if `narrow` is true; `repair` has those of its trim.
    narrowed: RepairEstimatesDataDataNarrowed


class RepairEstimatesData(TypedDict):
    """The response body."""

    # The response body.
    data: RepairEstimatesDataData


class RepairEstimates(TypedDict):
    # `success`.
    status: Literal["success"]
    # The response body.
    data: RepairEstimatesData


class AuctionHistory(TypedDict):
    # `success`.
    status: Literal["success"]
    # The events, newest first.
    data: list[AuctionRecord]


class AuctionRecordCarFeatures(TypedDict, total=False):
    """Whether it has keys, starts and drives."""

    # Whether there are keys; absent if unknown.
    Has_Keys: Literal["yes", "no"]
    # Whether it runs and drives; absent if unknown.
    Runs_Drives: Literal["yes", "no"]
    # Whether the engine starts; absent if unknown.
    Engine_Starts: Literal["yes", "no"]


_AuctionRecordTitleAndConditionRequired = TypedDict(
    "_AuctionRecordTitleAndConditionRequired",
    {
        # The kind of title document.
        "Title Type": "str",
        # The title document in words.
        "Title Description": "str",
        # The main damage.
        "Primary Damage": "str",
        # The VIN as the auction wrote it.
        "VIN": "str",
        # Remarks on the condition.
        "Common": "str",
    },
)


_AuctionRecordTitleAndConditionOwn = TypedDict(
    "_AuctionRecordTitleAndConditionOwn",
    {
        # Further damage.
        "Secondary Damage": "str",
    },
    total=False,
)


class AuctionRecordTitleAndCondition(_AuctionRecordTitleAndConditionRequired, _AuctionRecordTitleAndConditionOwn):
    """The title document and the damage."""



AuctionRecordTechnicalSpecs = TypedDict(
    "AuctionRecordTechnicalSpecs",
    {
        # The odometer's reading, with its unit: miles unless it says km.
        "Odometer": "str",
        # The auction's estimate of the cost of repair.
        "Estimated Repair Cost": "str",
        # The auction's estimate of the value after repair.
        "Estimated Retail Value": "str",
        # The average of such estimates.
        "Avg. Estimated Retail Value": "str",
        # The cost of repair in proportion to the value.
        "Damage Ratio": "str",
        # The auction's estimate of the highest bid.
        "Estimated Winning Bid": "str",
        # The kind of body.
        "Body Style": "str",
        # The color.
        "Color": "str",
        # The engine, in short.
        "Engine Type": "str",
        # The fuel.
        "Fuel Type": "str",
        # The number of cylinders.
        "Cylinders": "str",
        # The kind of transmission.
        "Transmission": "str",
        # The driven wheels.
        "Drive": "str",
        # Miles per US gallon in the city.
        "City Mileage": "str",
        # Miles per US gallon on the highway.
        "Highway Mileage": "str",
        # The maker's charge for delivery.
        "Delivery Charges": "str",
        # The number of seats.
        "Standard Seating": "str",
        # The displacement in liters.
        "Engine Size": "str",
        # What a dealer paid for it when it was new.
        "Invoice Price": "str",
        # The body with its doors.
        "Vehicle Style": "str",
        # The engine.
        "Engine": "str",
        # The country of the plant.
        "Made In": "str",
        # The size class.
        "Vehicle Size": "str",
        # The length.
        "Overall Length": "str",
        # The height.
        "Overall Height": "str",
        # The width.
        "Overall Width": "str",
        # The kind of steering.
        "Steering Type": "str",
        # The kind of anti-lock brakes.
        "Anti-Brake System": "str",
        # The capacity of the tank.
        "Fuel Capacity": "str",
        # The number of doors.
        "Doors": "str",
        # The weight of the empty vehicle.
        "Curb Weight": "str",
        # The trim.
        "Trim": "str",
        # The number of gears.
        "Transmission Gears": "str",
        # The suggested retail price when it was new.
        "MSRP": "str",
    },
    total=False,
)


_AuctionRecordSaleDateLocationRequired = TypedDict(
    "_AuctionRecordSaleDateLocationRequired",
    {
        # Whether an insurer, a dealer or another party sold it.
        "Seller Type": "str",
        # The day of the auction, such as 2026-08-14; an import without `at` takes it.
        "Auction Date": "str",
        # City and state; imports read the state from its two letters.
        "Location": "str",
    },
)


_AuctionRecordSaleDateLocationOwn = TypedDict(
    "_AuctionRecordSaleDateLocationOwn",
    {
        # Who sold it.
        "Seller Name": "str",
        # The kind of auction.
        "Auction Type": "str",
        # The buyer's country.
        "Buyer Country": "str",
    },
    total=False,
)


class AuctionRecordSaleDateLocation(_AuctionRecordSaleDateLocationRequired, _AuctionRecordSaleDateLocationOwn):
    """When and where it was auctioned, and by whom."""



AuctionRecordMarketValue = TypedDict(
    "AuctionRecordMarketValue",
    {
        # The lowest and the highest price.
        "Price Range": "str",
        # The commonest price.
        "Common Price": "str",
        # The average price.
        "Avergae Price": "str",
        # The average price, recent sales counting for more.
        "Weighted Average Price": "str",
        # The median price.
        "Median Price": "str",
    },
    total=False,
)


_AuctionRecordRequired = TypedDict(
    "_AuctionRecordRequired",
    {
        # The event's number among those of the vehicle.
        "sale_index": "str",
        # Currency text, or N/A.
        "price": "str",
        # Such as Sold or Not sold; values rest on sold lots only.
        "sale status": "str",
        # The vehicle as the auction house names it.
        "vname": "str",
        # Number of the lot; the events of a VIN differ by it.
        "lot-number": "str",
        # Whether it has keys, starts and drives.
        "car-features": "AuctionRecordCarFeatures",
        # The title document and the damage.
        "title-and-condition": "AuctionRecordTitleAndCondition",
        # The vehicle as the auction described it; unknown members are absent.
        "technical-specs": "AuctionRecordTechnicalSpecs",
        # When and where it was auctioned, and by whom.
        "sale-date-location": "AuctionRecordSaleDateLocation",
        # Earlier listings: dates and their remarks.
        "listing-history": "dict[str, str]",
        # The model year, four digits.
        "year": "str",
        # The make.
        "make": "str",
        # May be empty.
        "model": "str",
        # Signed; valid for one hour.
        "images": "list[str]",
        # Prices of such vehicles; the spelling of the third is the interface's own.
        "market-value": "AuctionRecordMarketValue",
        # The VIN.
        "vin": "str",
    },
)


class AuctionRecord(_AuctionRecordRequired, total=False):
    # The source's words where they differ from the VIN's; absent if none does.
    as_listed: LienLookupDataAsListed


class SalesHistoryData(TypedDict):
    """The response body."""

    # The record's own ID.
    _id: str
    # The VIN.
    vin: str
    # The trim.
    trim: str
    # The model year, four digits.
    year: str
    # The make.
    make: str
    # The model.
    model: str
    # The listings and sales, newest first.
    sales_history: list[SaleRecord]


class SalesHistory(TypedDict):
    # `success`.
    status: Literal["success"]
    # The response body.
    data: SalesHistoryData


class SaleRecordDataListingPrice(TypedDict):
    """The asking price and its basis."""

    # The asking price in whole units of the currency.
    price: str
    # The value after repair.
    retail_value: str
    # The cost of repair.
    repair_cost: str
    # The currency of the prices, ISO 4217, such as USD.
    currency: str


class SaleRecordDataFairMarketValue(TypedDict):
    """The range of the value."""

    # The lower end, in whole units of the currency.
    min: str
    # The upper end, in whole units of the currency.
    max: str


class _SaleRecordDataRequired(TypedDict):
    # The seller's text.
    description: str
    # The seller's telephone number; empty for private sellers, unless VINGATE_PERSONAL_DATA shows them.
    phone: str
    # The seller's email address; empty for private sellers, unless VINGATE_PERSONAL_DATA shows them.
    email: str
    # `dealership`; every other seller counts as a person.
    seller_type: str
    # The dealership.
    dealer_name: str
    # Number of the listing; the events of a VIN differ by it.
    listing_id: str
    # The address of a report on the vehicle.
    report_url: str
    # Whether it was sold.
    sale_status: str
    # The day of the sale, YYYY-MM-DD.
    sale_date: str
    # The title document that came with it.
    sale_document: str
    # Accidents, in words.
    accident_records: str
    # The title's history, in words.
    title_record: str
    # The owners so far, in words.
    owner_record: str
    # Whether there were keys.
    keys: str
    # The kind of vehicle, as vPIC names it.
    vehicle_type: str
    # The country of the plant.
    manufactured_in: str
    # The driven wheels.
    drivetrain: str
    # The transmission.
    transmission: str
    # The fuel.
    fuel: str
    # The number of cylinders.
    cylinders: str
    # The engine.
    engine: str
    # The capacity of the tank in US gallons.
    fuel_capacity: str
    # The number of doors.
    doors: str
    # The odometer's reading in kilometers; values rest on it if that in miles is empty.
    odometer_km: str
    # The odometer's reading in miles; values rest on it.
    odometer_mi: str
    # The main damage.
    primary_damage: str
    # Further damage.
    secondary_damage: str
    # The condition in words.
    condition: str
    # The color outside.
    exterior_color: str
    # The color inside.
    interior_color: str
    # The condition inside.
    interior_condition: str
    # The condition outside.
    exterior_condition: str
    # The seller's ZIP code; empty for private sellers, unless VINGATE_PERSONAL_DATA shows them.
    zip_code: str
    # The country.
    country: str
    # The state, two letters.
    state: str
    # The city.
    city: str
    # The seller's address; empty for private sellers, unless VINGATE_PERSONAL_DATA shows them.
    address: str
    # When the listing was last changed.
    last_updated: str
    # The asking price and its basis.
    listing_price: SaleRecordDataListingPrice
    # The range of the value.
    fair_market_value: SaleRecordDataFairMarketValue
    # Equipment.
    features: list[str]
    # Equipment inside.
    interior_features: list[str]
    # Equipment outside.
    exterior_features: list[str]
    # Safety equipment.
    safety: list[str]
    # Electronic equipment.
    technology: list[str]
    # Other equipment.
    other: list[str]
    # Mechanical equipment.
    mechanical: list[str]
    # A vehicle history report, in short.
    vhr_preview: list[str | dict[str, Any]]
    # Signed; valid for one hour.
    images: list[str]
    # Whether it had airbags.
    airbags: bool
    # Whether the price had been reduced.
    reduced_price: bool
    # Whether the listing was marked as sought after.
    is_hot: bool
    # Whether the seller gave a money-back guarantee.
    money_back_guarantee: bool
    # Whether the listing was shown large.
    monster_ad: bool
    # Whether it was a special offer.
    special_offer: bool
    # Whether the listing was new.
    newly_listed: bool


class SaleRecordData(_SaleRecordDataRequired, total=False):
    """The listing."""

    # A vehicle history report, under its older name.
    vhrpreview: list[str | dict[str, Any]]


class SaleRecordAsListed(TypedDict, total=False):
    """The source's words where they differ from the VIN's; absent if none does."""

    # The source's model year.
    year: str
    # The source's make.
    make: str
    # The source's model.
    model: str
    # The source's trim.
    trim: str
    # The source's date, if it cannot be read.
    post_date: str


class _SaleRecordRequired(TypedDict):
    # YYYY-MM-DD HH:MM:SS+00:00, or empty.
    post_date: str
    # The listing.
    data: SaleRecordData


class SaleRecord(_SaleRecordRequired, total=False):
    # The source's words where they differ from the VIN's; absent if none does.
    as_listed: SaleRecordAsListed


class _RecallsDataRecallsRequired(TypedDict):
    # NHTSA's number of the campaign, for example 20V123000; empty if another authority announces it.
    nhtsa_campaign_number: str
    # The maker that recalls.
    manufacturer: str
    # The component concerned.
    component: str
    # The fault.
    summary: str
    # What can happen.
    consequence: str
    # What the maker does about it.
    remedy: str
    # Remarks.
    notes: str
    # The day on which NHTSA received the report, YYYY-MM-DD; of another authority the day that it gives the campaign.
    report_received_date: str
    # Whether the file says that the vehicle should not be driven.
    park_it: bool
    # Whether the file says that the vehicle should be parked outside.
    park_outside: bool
    # Whether the file says that an update over the air remedies it.
    over_the_air_update: bool
    # The name of `matched_models` under which the file has the campaign.
    matched_model: str
    # How sure that name is.
    match: Literal["exact", "close", "model"]


class RecallsDataRecalls(_RecallsDataRecallsRequired, total=False):
    # The market whose campaigns are listed; only in answers for other markets than the U.S.
    market: Literal["US", "CA", "GB", "EU"]
    # Who announces the market's recalls; only in answers for other markets than the U.S.
    authority: str
    # The authority's number of the campaign; only in answers for other markets than the U.S.
    campaign_number: str
    # The maker's own number of the campaign; only in answers for other markets than the U.S.
    manufacturer_campaign_number: str
    # How many vehicles are recalled in the market, digits; only in answers for other markets than the U.S.
    units_affected: str
    # The authority's page of the campaign; only in answers for other markets than the U.S.
    url: str


class RecallsData(TypedDict):
    """The response body."""

    # The model year, four digits.
    year: str
    # The make.
    make: str
    # The model.
    model: str
    # The market whose campaigns are listed.
    market: Literal["US", "CA", "GB", "EU"]
    # Who announces the market's recalls.
    authority: str
    # The number of recalls listed.
    recall_count: int
    # The names under which the file of recalls has the vehicle's line, the surest first.
    matched_models: list[OpenRecallsDataMatchedModels]
    # The recalls of the vehicle's line.
    recalls: list[RecallsDataRecalls]


class Recalls(TypedDict):
    # `success`.
    status: Literal["success"]
    # The response body.
    data: RecallsData


class VehicleTypesData(TypedDict):
    """The response body."""

    # The VIN.
    vin: str
    # Each source with types that the VIN matches. Sources are not merged.
    sources: list[VehicleTypeSource]


class VehicleTypes(TypedDict):
    # `success`.
    status: Literal["success"]
    # The response body.
    data: VehicleTypesData


class SafetyRatingsDataRatingsTechnologies(TypedDict):
    # The technology.
    name: str
    # Whether vehicles have it.
    equipment: Literal["standard", "optional", "standard_and_optional", "none", "unknown"]
    # Whether it meets NHTSA's criteria; `standard_meets`: only the standard version does; `pending`: not tested yet.
    criteria: Literal["meets", "standard_meets", "does_not_meet", "pending", "unknown"]


class SafetyRatingsDataRatings(TypedDict):
    # Its name of `matched_models`.
    matched_model: str
    # How sure that name is.
    match: Literal["exact", "close", "model"]
    # For example SUV or 4 DR.
    body_style: str
    # The drive: AWD, FWD, RWD, 4WD or 2WD; `""` if it is not stated.
    drive: str
    # 2 and 3: vehicles built later in the year.
    release: int
    # All tests together, 1 to 5 stars.
    overall_stars: int | None
    # The frontal crash.
    front_stars: int | None
    # Driver.
    front_driver_stars: int | None
    # Front passenger.
    front_passenger_stars: int | None
    # The side crash.
    side_stars: int | None
    # Into a barrier, driver.
    side_driver_stars: int | None
    # Into a barrier, rear passenger.
    side_passenger_stars: int | None
    # Into a pole.
    side_pole_stars: int | None
    # The resistance to rolling over.
    rollover_stars: int | None
    # The probability of a rollover.
    rollover_percent: float | None
    # Whether a wheel lifted in the dynamic test.
    tips: bool
    # The driver assistance that NHTSA recommends.
    technologies: list[SafetyRatingsDataRatingsTechnologies]
    # NHTSA's safety concerns and foot notes.
    notes: list[str]


class SafetyRatingsData(TypedDict):
    """The response body."""

    # The VIN.
    vin: str
    # The model year, four digits.
    year: str
    # The make.
    make: str
    # The model.
    model: str
    # The dataset and its day.
    source: str
    # The drive that the VIN states; `""` without one: then the ratings of all drives are listed.
    drive: str
    # The file's names of the vehicle's line, the surest first.
    matched_models: list[MatchedLine]
    # The line's ratings: one for each body, drive and release. What is not rated is null.
    ratings: list[SafetyRatingsDataRatings]


class SafetyRatings(TypedDict):
    # `success`.
    status: Literal["success"]
    # The response body.
    data: SafetyRatingsData


class MatchedLine(TypedDict):
    # The make.
    make: str
    # The model.
    model: str
    # How sure the name is: `exact` (all of it is stated), `close` (part of it follows from other facts), `model` (it may be another line of the model).
    match: Literal["exact", "close", "model"]
    # Why records of the name may not concern the vehicle; `""` if its line is certain.
    note: str


class KnownProblemsDataComplaintsTotals(TypedDict):
    # Its name of `matched_models`.
    matched_model: str
    # How sure that name is.
    match: Literal["exact", "close", "model"]
    # The complaints.
    complaint_count: int
    # Those that report a crash.
    crash_count: int
    # Those that report a fire.
    fire_count: int
    # The persons reported as injured.
    injury_count: int
    # The persons reported as killed.
    death_count: int
    # The day on which NHTSA received the first; null if unknown.
    first_received: str | None
    # The day on which NHTSA received the last; null if unknown.
    last_received: str | None


class KnownProblemsDataComplaintsComponentsExamples(TypedDict):
    # The component with its parts.
    component: str
    # Whether it reports a crash.
    crash: bool
    # Whether it reports a fire.
    fire: bool
    # The persons reported as injured.
    injured: int
    # The persons reported as killed.
    killed: int
    # A day; null if unknown.
    incident_date: str | None
    # As it was reported; null if it was not.
    mileage: int | None


class KnownProblemsDataComplaintsComponents(TypedDict):
    # Its name of `matched_models`.
    matched_model: str
    # How sure that name is.
    match: Literal["exact", "close", "model"]
    # NHTSA's component.
    component: str
    # The complaints.
    complaint_count: int
    # Those that report a crash.
    crash_count: int
    # Those that report a fire.
    fire_count: int
    # The persons reported as injured.
    injury_count: int
    # The persons reported as killed.
    death_count: int
    # The day on which NHTSA received the first; null if unknown.
    first_received: str | None
    # The day on which NHTSA received the last; null if unknown.
    last_received: str | None
    # The complaints received last.
    examples: list[KnownProblemsDataComplaintsComponentsExamples]


class KnownProblemsDataComplaints(TypedDict):
    # The dataset and its day.
    source: str
    # The file's names of the vehicle's line, the surest first.
    matched_models: list[MatchedLine]
    # By name; one about several components counts once.
    totals: list[KnownProblemsDataComplaintsTotals]
    # By component, the most frequent first; one about several counts for each.
    components: list[KnownProblemsDataComplaintsComponents]


class KnownProblemsDataInvestigationsInvestigations(TypedDict):
    # Its name of `matched_models`.
    matched_model: str
    # How sure that name is.
    match: Literal["exact", "close", "model"]
    # NHTSA's number, for example PE20001.
    investigation: str
    # What is investigated.
    subject: str
    # The components concerned.
    component: str
    # The maker.
    manufacturer: str
    # What is known.
    summary: str
    # A day; null if unknown.
    opened: str | None
    # A day; null if unknown.
    closed: str | None
    # The recall campaign that it led to; null without one.
    campaign: str | None


class KnownProblemsDataInvestigations(TypedDict):
    # The dataset and its day.
    source: str
    # The file's names of the vehicle's line, the surest first.
    matched_models: list[MatchedLine]
    # The investigations, the latest first.
    investigations: list[KnownProblemsDataInvestigationsInvestigations]


class KnownProblemsDataBulletinsBulletins(TypedDict):
    # Its name of `matched_models`.
    matched_model: str
    # How sure that name is.
    match: Literal["exact", "close", "model"]
    # NHTSA's number, for example 10180001.
    bulletin: str
    # The maker's number of the document.
    document: str
    # For example Service Campaign.
    type: str
    # The components concerned.
    component: str
    # What it says, up to 1,000 characters.
    summary: str
    # A day; null if unknown.
    sent: str | None


class KnownProblemsDataBulletins(TypedDict):
    # The dataset and its day.
    source: str
    # The file's names of the vehicle's line, the surest first.
    matched_models: list[MatchedLine]
    # The bulletins; the latest 100 are listed.
    bulletin_count: int
    # The bulletins, the latest first.
    bulletins: list[KnownProblemsDataBulletinsBulletins]


class KnownProblemsData(TypedDict):
    """The response body."""

    # The VIN.
    vin: str
    # The model year, four digits.
    year: str
    # The make.
    make: str
    # The model.
    model: str
    # What owners reported to NHTSA, unproven. Null if no such data is loaded.
    complaints: KnownProblemsDataComplaints | None
    # NHTSA's investigations of defects. Null if no such data is loaded.
    investigations: KnownProblemsDataInvestigations | None
    # Documents of makers for dealers and owners. Null if no such data is loaded.
    bulletins: KnownProblemsDataBulletins | None


class KnownProblems(TypedDict):
    # `success`.
    status: Literal["success"]
    # The response body.
    data: KnownProblemsData


class VinBatch(TypedDict):
    # VINs of 17 characters, or objects with `vin` and, where it is known, `year`.
    vins: list[Any]


class VinDecodesData(TypedDict):
    # `error` for a VIN that was not decoded.
    status: Literal["success", "error"]


class VinDecodes(TypedDict):
    # `success`.
    status: Literal["success"]
    # The response body.
    data: list[VinDecodesData]


class VehicleReportDataVehicle(TypedDict):
    # The model year.
    year: int | None
    # The make.
    make: str | None
    # The model.
    model: str | None
    # The trim; null if the VIN does not decide on one.
    trim: str | None


class VehicleReportDataPartsHeadlightAssemblyDataHeadlightsBulb(TypedDict):
    # The bulb of the low beam.
    low_beam: str | None
    # The bulb of the high beam.
    high_beam: str | None


class VehicleReportDataPartsHeadlightAssemblyDataHeadlights(TypedDict):
    # Left or right.
    position: str | None
    # The maker's part numbers.
    oem_numbers: list[str] | None
    # The Partslink number.
    partslink: str | None
    # The bulb's type.
    bulb: VehicleReportDataPartsHeadlightAssemblyDataHeadlightsBulb | None
    # The kind of light, such as halogen or LED.
    technology: str | None


class VehicleReportDataPartsHeadlightAssemblyData(TypedDict):
    # The model year, four digits.
    year: int | None
    # The make.
    make: str | None
    # The model.
    model: str | None
    # The headlights that fit.
    headlights: list[VehicleReportDataPartsHeadlightAssemblyDataHeadlights] | None


class VehicleReportDataPartsHeadlightAssembly(TypedDict):
    """The part `headlight-assembly`, if it was requested."""

    # The status that the lookup alone would have had.
    status: int
    # The lookup's operation; null if the vehicle fits none of the family.
    operation: str | None
    # Where the data are from, with their version, as `x-data-source`; null without an answer.
    source: str | None
    # The day or month of the oldest of these data, ISO 8601: that of the source's version, else the day of the import. Null if there is no answer, or it rests on no dataset.
    as_of: str | None
    # Whether the answer is made of synthetic records of the demo set.
    synthetic: bool
    # How well the answer fits the vehicle, as `x-match`: its trim, the one trim that fits its facts, or its model. Null if nothing had to be matched.
    match: Literal["exact", "close", "model"] | None
    # What the part cost.
    credits_charged: int
    # Why there is no answer; null with one.
    error: ReportPartError | None
    # Recorded texts that are not of the form of their member, which is null: nothing is left out unsaid.
    unread: list[UnreadText]
    # The lookup's `data`, typed: numbers are numbers, times ISO 8601, units in names, and what is unknown is null. Null without an answer.
    data: VehicleReportDataPartsHeadlightAssemblyData | None


class VehicleReportDataPartsVehicleImagesDataImages(TypedDict):
    # Signed; valid for one hour.
    url: str | None
    # The side from which the image was taken.
    angle: str | None
    # The vehicle's color in the image.
    color: str | None
    # Where the image is from.
    source: str | None


class VehicleReportDataPartsVehicleImagesData(TypedDict):
    # The model year, four digits.
    year: int | None
    # The make.
    make: str | None
    # The model.
    model: str | None
    # The trim.
    trim: str | None
    # The images of the vehicle.
    images: list[VehicleReportDataPartsVehicleImagesDataImages] | None


class VehicleReportDataPartsVehicleImages(TypedDict):
    """The part `vehicle-images`, if it was requested."""

    # The status that the lookup alone would have had.
    status: int
    # The lookup's operation; null if the vehicle fits none of the family.
    operation: str | None
    # Where the data are from, with their version, as `x-data-source`; null without an answer.
    source: str | None
    # The day or month of the oldest of these data, ISO 8601: that of the source's version, else the day of the import. Null if there is no answer, or it rests on no dataset.
    as_of: str | None
    # Whether the answer is made of synthetic records of the demo set.
    synthetic: bool
    # How well the answer fits the vehicle, as `x-match`: its trim, the one trim that fits its facts, or its model. Null if nothing had to be matched.
    match: Literal["exact", "close", "model"] | None
    # What the part cost.
    credits_charged: int
    # Why there is no answer; null with one.
    error: ReportPartError | None
    # Recorded texts that are not of the form of their member, which is null: nothing is left out unsaid.
    unread: list[UnreadText]
    # The lookup's `data`, typed: numbers are numbers, times ISO 8601, units in names, and what is unknown is null. Null without an answer.
    data: VehicleReportDataPartsVehicleImagesData | None


class VehicleReportDataPartsMarketValuationDataIntro(TypedDict):
    # The VIN.
    vin: str | None


class VehicleReportDataPartsMarketValuationDataBasic(TypedDict):
    # The make.
    make: str | None
    # The model.
    model: str | None
    # The model year, four digits.
    year: int | None
    # The trim.
    trim: str | None
    # The mileage that the values are for; the nearest possible one if what was given is too far from the sales.
    mileage_mi: float | None
    # The state, two letters.
    state: str | None


class VehicleReportDataPartsMarketValuationDataMarketValueMarketValueDataMarketValue(TypedDict):
    # The condition of the vehicle.
    condition: Literal["Outstanding", "Clean", "Average", "Rough"] | None
    # What a dealer pays for it.
    trade_in_usd: float | None
    # The price from a private seller.
    private_party_usd: float | None
    # The price at a dealer.
    dealer_retail_usd: float | None


class VehicleReportDataPartsMarketValuationDataMarketValueMarketValueData(TypedDict):
    # The trim.
    trim: str | None
    # The values by condition.
    market_value: list[VehicleReportDataPartsMarketValuationDataMarketValueMarketValueDataMarketValue] | None


class VehicleReportDataPartsMarketValuationDataMarketValue(TypedDict):
    # The values by trim.
    market_value_data: list[VehicleReportDataPartsMarketValuationDataMarketValueMarketValueData] | None


class VehicleReportDataPartsMarketValuationDataStatisticsSales(TypedDict):
    # The model year, four digits.
    year: int | None
    # The mileage when it was sold.
    mileage_mi: int | None
    # The price, as it was recorded.
    price_usd: float | None


class VehicleReportDataPartsMarketValuationDataStatistics(TypedDict):
    # The number of sales compared.
    comparables: int | None
    # The price below which 15 % of such vehicles are expected to sell.
    p15_usd: float | None
    # The price below which half of them are.
    p50_usd: float | None
    # The price below which 85 % of them are.
    p85_usd: float | None
    # The median mileage of the sales.
    mileage_median_mi: float | None
    # The last day that the data cover.
    as_of: str | None
    # How reliable the values are.
    confidence: str | None
    # The mileage that the values are for.
    mileage_used: int | None
    # `fitted`: age, mileage and range were fitted to this dataset's sales. `defaults`: its sales are too few, and documented constants were used.
    method: Literal["fitted", "defaults"] | None
    # The share of sales, kept out of the fit, whose price lay between p15 and p85 of such values; null if not measured. The ranges are made for 0.7.
    coverage: float | None
    # The number of sales that `coverage` was measured on.
    coverage_n: int | None
    # The median distance of p50 from the price of those sales, as a share of the price; null if not measured.
    error_median: float | None
    # The newest of the sales compared, at most 40, as they were recorded; outliers and those of unknown mileage are left out.
    sales: list[VehicleReportDataPartsMarketValuationDataStatisticsSales] | None


class VehicleReportDataPartsMarketValuationData(TypedDict):
    # The VIN that was valued; empty without one.
    intro: VehicleReportDataPartsMarketValuationDataIntro | None
    # What the vehicle is.
    basic: VehicleReportDataPartsMarketValuationDataBasic | None
    # What the vehicle is worth.
    market_value: VehicleReportDataPartsMarketValuationDataMarketValue | None
    # The spread of the sales that the values are based on.
    statistics: VehicleReportDataPartsMarketValuationDataStatistics | None


class VehicleReportDataPartsMarketValuation(TypedDict):
    """The part `market-valuation`, if it was requested."""

    # The status that the lookup alone would have had.
    status: int
    # The lookup's operation; null if the vehicle fits none of the family.
    operation: str | None
    # Where the data are from, with their version, as `x-data-source`; null without an answer.
    source: str | None
    # The day or month of the oldest of these data, ISO 8601: that of the source's version, else the day of the import. Null if there is no answer, or it rests on no dataset.
    as_of: str | None
    # Whether the answer is made of synthetic records of the demo set.
    synthetic: bool
    # How well the answer fits the vehicle, as `x-match`: its trim, the one trim that fits its facts, or its model. Null if nothing had to be matched.
    match: Literal["exact", "close", "model"] | None
    # What the part cost.
    credits_charged: int
    # Why there is no answer; null with one.
    error: ReportPartError | None
    # Recorded texts that are not of the form of their member, which is null: nothing is left out unsaid.
    unread: list[UnreadText]
    # The lookup's `data`, typed: numbers are numbers, times ISO 8601, units in names, and what is unknown is null. Null without an answer.
    data: VehicleReportDataPartsMarketValuationData | None


class VehicleReportDataPartsWindshieldApiDataWindshields(TypedDict):
    # The NAGS number.
    nags_number: str | None
    # The maker's part numbers.
    oem_numbers: list[str] | None
    # What the windshield has, such as a rain sensor.
    features: list[str] | None
    # Calibrations that a camera or sensor needs after the exchange.
    calibrations: list[str] | None


class VehicleReportDataPartsWindshieldApiData(TypedDict):
    # The VIN.
    vin: str | None
    # The model year, four digits.
    year: int | None
    # The make.
    make: str | None
    # The model.
    model: str | None
    # The windshields that fit.
    windshields: list[VehicleReportDataPartsWindshieldApiDataWindshields] | None


class VehicleReportDataPartsWindshieldApi(TypedDict):
    """The part `windshield-api`, if it was requested."""

    # The status that the lookup alone would have had.
    status: int
    # The lookup's operation; null if the vehicle fits none of the family.
    operation: str | None
    # Where the data are from, with their version, as `x-data-source`; null without an answer.
    source: str | None
    # The day or month of the oldest of these data, ISO 8601: that of the source's version, else the day of the import. Null if there is no answer, or it rests on no dataset.
    as_of: str | None
    # Whether the answer is made of synthetic records of the demo set.
    synthetic: bool
    # How well the answer fits the vehicle, as `x-match`: its trim, the one trim that fits its facts, or its model. Null if nothing had to be matched.
    match: Literal["exact", "close", "model"] | None
    # What the part cost.
    credits_charged: int
    # Why there is no answer; null with one.
    error: ReportPartError | None
    # Recorded texts that are not of the form of their member, which is null: nothing is left out unsaid.
    unread: list[UnreadText]
    # The lookup's `data`, typed: numbers are numbers, times ISO 8601, units in names, and what is unknown is null. Null without an answer.
    data: VehicleReportDataPartsWindshieldApiData | None


class VehicleReportDataPartsLienDataLiens(TypedDict):
    # The lienholder.
    lienholder: str | None
    # The state, two letters.
    state: str | None
    # The day on which the lien was filed, YYYY-MM-DD.
    filed_at: str | None
    # The day on which it was released, YYYY-MM-DD; empty before.
    released_at: str | None
    # `active`, `released`, or the register's own word.
    status: str | None


class VehicleReportDataPartsLienDataAsListed(TypedDict):
    # The source's model year.
    year: int | None
    # The source's make.
    make: str | None
    # The source's model.
    model: str | None
    # The source's trim.
    trim: str | None


class VehicleReportDataPartsLienData(TypedDict):
    # The VIN.
    vin: str | None
    # The model year, four digits.
    year: int | None
    # The make.
    make: str | None
    # The model.
    model: str | None
    # The liens on record; a VIN without any may still have one.
    liens: list[VehicleReportDataPartsLienDataLiens] | None
    # The last day that the data cover, YYYY-MM-DD.
    as_of: str | None
    # The source's words where they differ from the VIN's; absent if none does.
    as_listed: VehicleReportDataPartsLienDataAsListed | None


class VehicleReportDataPartsLien(TypedDict):
    """The part `lien`, if it was requested."""

    # The status that the lookup alone would have had.
    status: int
    # The lookup's operation; null if the vehicle fits none of the family.
    operation: str | None
    # Where the data are from, with their version, as `x-data-source`; null without an answer.
    source: str | None
    # The day or month of the oldest of these data, ISO 8601: that of the source's version, else the day of the import. Null if there is no answer, or it rests on no dataset.
    as_of: str | None
    # Whether the answer is made of synthetic records of the demo set.
    synthetic: bool
    # How well the answer fits the vehicle, as `x-match`: its trim, the one trim that fits its facts, or its model. Null if nothing had to be matched.
    match: Literal["exact", "close", "model"] | None
    # What the part cost.
    credits_charged: int
    # Why there is no answer; null with one.
    error: ReportPartError | None
    # Recorded texts that are not of the form of their member, which is null: nothing is left out unsaid.
    unread: list[UnreadText]
    # The lookup's `data`, typed: numbers are numbers, times ISO 8601, units in names, and what is unknown is null. Null without an answer.
    data: VehicleReportDataPartsLienData | None


class VehicleReportDataPartsUsPlateDecodeDataIntro(TypedDict):
    # The license plate.
    license: str | None
    # The state, two letters.
    state: str | None


class VehicleReportDataPartsUsPlateDecodeData(TypedDict):
    # The plate that was looked up.
    intro: VehicleReportDataPartsUsPlateDecodeDataIntro | None
    # The VIN.
    vin: str | None
    # The model year, four digits.
    year: int | None
    # The make.
    make: str | None
    # The model.
    model: str | None
    # The trim.
    trim: str | None
    # The kind of body.
    body_type: str | None
    # The source's words where they differ from the VIN's; absent if none does.
    as_listed: VehicleReportDataPartsLienDataAsListed | None


class VehicleReportDataPartsUsPlateDecode(TypedDict):
    """The part `us-plate-decode`, if it was requested."""

    # The status that the lookup alone would have had.
    status: int
    # The lookup's operation; null if the vehicle fits none of the family.
    operation: str | None
    # Where the data are from, with their version, as `x-data-source`; null without an answer.
    source: str | None
    # The day or month of the oldest of these data, ISO 8601: that of the source's version, else the day of the import. Null if there is no answer, or it rests on no dataset.
    as_of: str | None
    # Whether the answer is made of synthetic records of the demo set.
    synthetic: bool
    # How well the answer fits the vehicle, as `x-match`: its trim, the one trim that fits its facts, or its model. Null if nothing had to be matched.
    match: Literal["exact", "close", "model"] | None
    # What the part cost.
    credits_charged: int
    # Why there is no answer; null with one.
    error: ReportPartError | None
    # Recorded texts that are not of the form of their member, which is null: nothing is left out unsaid.
    unread: list[UnreadText]
    # The lookup's `data`, typed: numbers are numbers, times ISO 8601, units in names, and what is unknown is null. Null without an answer.
    data: VehicleReportDataPartsUsPlateDecodeData | None


class VehicleReportDataPartsLicenseDecoderDataRegistration(TypedDict):
    # The kind of vehicle, in the register's words.
    kind: str | None
    # The EU's category, such as M1.
    category: str | None
    # The day of the first admission in any country, YYYY-MM-DD; its month, YYYY-MM, if that is all that is known.
    first_admission: str | None
    # The day of the first registration in the country, YYYY-MM-DD.
    first_registration: str | None
    # The year of production.
    production_year: float | None
    # The day on which the inspection expires, YYYY-MM-DD.
    inspection_expires: str | None
    # The day of the last inspection, YYYY-MM-DD.
    last_inspection: str | None
    # The mass in running order, kg.
    mass_kg: float | None
    # The unladen mass, kg.
    unladen_mass_kg: float | None
    # The most mass that is allowed, kg.
    gross_mass_kg: float | None
    # The most mass of a trailer with brakes, kg.
    towing_braked_kg: float | None
    # The most mass of a trailer without brakes, kg.
    towing_unbraked_kg: float | None
    # The displacement, cm³.
    displacement_cc: float | None
    # The number of cylinders.
    cylinders: float | None
    # The power of the engine, kW.
    power_kw: float | None
    # The power of the electric motor, kW.
    electric_power_kw: float | None
    # The emission of CO2 in the older test (NEDC), g/km.
    co2_g_km: float | None
    # The emission of CO2 in the WLTP test, g/km.
    co2_wltp_g_km: float | None
    # The fuels, in the register's words, divided by a slash.
    fuel: str | None
    # The maker's code of the engine.
    engine_code: str | None
    # The number of doors.
    doors: float | None
    # The number of seats.
    seats: float | None
    # The color, in the register's words.
    color: str | None
    # The number of the EU's type approval.
    type_approval: str | None
    # The variant in the type approval.
    type_variant: str | None
    # The version in the type approval.
    type_version: str | None
    # The register's code of the model.
    model_code: str | None
    # The list price when the vehicle was new, EUR.
    list_price_eur: float | None
    # Whether a recall of the vehicle is open.
    open_recall: bool | None
    # Whether the vehicle was exported.
    exported: bool | None
    # The register's judgment of the odometer readings that it has: they rise (`logical`), or one is lower than an earlier one (`illogical`); `none` if it does not judge.
    odometer_judgment: Literal["logical", "illogical", "none"] | None
    # The judgment in the register's words.
    odometer_judgment_as_listed: str | None
    # The register's code of the reason, such as RDW's 04.
    odometer_judgment_code: str | None
    # The year of the register's last reading of the odometer.
    odometer_last_year: float | None
    # The number of the frame, if it is no VIN.
    chassis_number: str | None


class VehicleReportDataPartsLicenseDecoderData(TypedDict):
    # The plate that was looked up.
    intro: VehicleReportDataPartsUsPlateDecodeDataIntro | None
    # The VIN.
    vin: str | None
    # The model year, four digits.
    year: int | None
    # The make.
    make: str | None
    # The model.
    model: str | None
    # The trim.
    trim: str | None
    # The kind of body.
    body_type: str | None
    # The source's words where they differ from the VIN's; absent if none does.
    as_listed: VehicleReportDataPartsLienDataAsListed | None
    # What the register of the plate's country says; absent for U.S. plates.
    registration: VehicleReportDataPartsLicenseDecoderDataRegistration | None


class VehicleReportDataPartsLicenseDecoder(TypedDict):
    """The part `license-decoder`, if it was requested."""

    # The status that the lookup alone would have had.
    status: int
    # The lookup's operation; null if the vehicle fits none of the family.
    operation: str | None
    # Where the data are from, with their version, as `x-data-source`; null without an answer.
    source: str | None
    # The day or month of the oldest of these data, ISO 8601: that of the source's version, else the day of the import. Null if there is no answer, or it rests on no dataset.
    as_of: str | None
    # Whether the answer is made of synthetic records of the demo set.
    synthetic: bool
    # How well the answer fits the vehicle, as `x-match`: its trim, the one trim that fits its facts, or its model. Null if nothing had to be matched.
    match: Literal["exact", "close", "model"] | None
    # What the part cost.
    credits_charged: int
    # Why there is no answer; null with one.
    error: ReportPartError | None
    # Recorded texts that are not of the form of their member, which is null: nothing is left out unsaid.
    unread: list[UnreadText]
    # The lookup's `data`, typed: numbers are numbers, times ISO 8601, units in names, and what is unknown is null. Null without an answer.
    data: VehicleReportDataPartsLicenseDecoderData | None


class VehicleReportDataPartsYmmSpecsData(TypedDict):
    # The model year, four digits.
    year: int | None
    # The make.
    make: str | None
    # The model.
    model: str | None
    # The trim.
    trim: str | None
    # The specifications by group; those without a group are next to the groups. `displacement_l` is in liters, `mpg` per US gallon, `msrp` in US dollars.
    specs: dict[str, Any]


class VehicleReportDataPartsYmmSpecs(TypedDict):
    """The part `ymm-specs`, if it was requested."""

    # The status that the lookup alone would have had.
    status: int
    # The lookup's operation; null if the vehicle fits none of the family.
    operation: str | None
    # Where the data are from, with their version, as `x-data-source`; null without an answer.
    source: str | None
    # The day or month of the oldest of these data, ISO 8601: that of the source's version, else the day of the import. Null if there is no answer, or it rests on no dataset.
    as_of: str | None
    # Whether the answer is made of synthetic records of the demo set.
    synthetic: bool
    # How well the answer fits the vehicle, as `x-match`: its trim, the one trim that fits its facts, or its model. Null if nothing had to be matched.
    match: Literal["exact", "close", "model"] | None
    # What the part cost.
    credits_charged: int
    # Why there is no answer; null with one.
    error: ReportPartError | None
    # Recorded texts that are not of the form of their member, which is null: nothing is left out unsaid.
    unread: list[UnreadText]
    # The lookup's `data`, typed: numbers are numbers, times ISO 8601, units in names, and what is unknown is null. Null without an answer.
    data: VehicleReportDataPartsYmmSpecsData | None


class VehicleReportDataPartsOemPartsDataParts(TypedDict):
    # The maker's part number.
    part_number: str | None
    # The part's name.
    name: str | None
    # What the part is.
    description: str | None
    # How many a vehicle has.
    quantity: int | None
    # The suggested retail price in US dollars.
    msrp_usd: float | None
    # The part number that replaces this one.
    superseded_by: str | None
    # The address of a drawing.
    diagram: str | None
    # Remarks.
    notes: str | None


class VehicleReportDataPartsOemPartsData(TypedDict):
    # The model year, four digits.
    year: int | None
    # The make.
    make: str | None
    # The model.
    model: str | None
    # The trim.
    trim: str | None
    # The category of parts.
    category: str | None
    # The subcategory of parts.
    subcategory: str | None
    # The parts of the category.
    parts: list[VehicleReportDataPartsOemPartsDataParts] | None


class VehicleReportDataPartsOemParts(TypedDict):
    """The part `oem-parts`, if it was requested."""

    # The status that the lookup alone would have had.
    status: int
    # The lookup's operation; null if the vehicle fits none of the family.
    operation: str | None
    # Where the data are from, with their version, as `x-data-source`; null without an answer.
    source: str | None
    # The day or month of the oldest of these data, ISO 8601: that of the source's version, else the day of the import. Null if there is no answer, or it rests on no dataset.
    as_of: str | None
    # Whether the answer is made of synthetic records of the demo set.
    synthetic: bool
    # How well the answer fits the vehicle, as `x-match`: its trim, the one trim that fits its facts, or its model. Null if nothing had to be matched.
    match: Literal["exact", "close", "model"] | None
    # What the part cost.
    credits_charged: int
    # Why there is no answer; null with one.
    error: ReportPartError | None
    # Recorded texts that are not of the form of their member, which is null: nothing is left out unsaid.
    unread: list[UnreadText]
    # The lookup's `data`, typed: numbers are numbers, times ISO 8601, units in names, and what is unknown is null. Null without an answer.
    data: VehicleReportDataPartsOemPartsData | None


class VehicleReportDataPartsOemVinDecodeDataBasic(TypedDict):
    # The make.
    make: str | None
    # The model.
    model: str | None
    # The model year, four digits.
    year: int | None
    # The trim.
    trim: str | None
    # The kind of body.
    body_type: str | None
    # The kind of vehicle, as vPIC names it.
    vehicle_type: str | None
    # The number of doors.
    doors: int | None
    # The size class.
    vehicle_size: str | None
    # The number of seats.
    seating_capacity: int | None


class VehicleReportDataPartsOemVinDecodeDataEngine(TypedDict):
    # The number of cylinders.
    cylinders: int | None
    # The displacement in liters.
    engine_size_l: float | None
    # The engine's model or type.
    engine_description: str | None
    # The displacement in cubic centimeters.
    engine_capacity_cc: float | None
    # How the cylinders are arranged.
    engine_configuration: str | None
    # The kind of electric drive, empty for none or unknown.
    electrification_level: str | None


class VehicleReportDataPartsOemVinDecodeDataManufacturer(TypedDict):
    # Who made the vehicle.
    manufacturer: str | None
    # The region of the maker.
    region: str | None
    # The country.
    country: str | None
    # The city of the plant.
    plant_city: str | None
    # The country of the plant.
    plant_country: str | None


class VehicleReportDataPartsOemVinDecodeDataTransmission(TypedDict):
    # The kind of transmission.
    transmission_style: str | None


class VehicleReportDataPartsOemVinDecodeDataRestraint(TypedDict):
    # Seat belts and airbags in words.
    others: str | None


class VehicleReportDataPartsOemVinDecodeDataDimensions(TypedDict):
    # The gross vehicle weight rating.
    gvwr: str | None


class VehicleReportDataPartsOemVinDecodeDataDrivetrain(TypedDict):
    # The driven wheels.
    drive_type: str | None


class VehicleReportDataPartsOemVinDecodeDataFuel(TypedDict):
    # The main fuel.
    fuel_type: str | None
    # The second fuel, if there is one.
    secondary_fuel_type: str | None


class VehicleReportDataPartsOemVinDecodeDataCheck(TypedDict):
    # Whether the VIN has no error.
    valid: bool | None
    # The check digit in the VIN.
    check_digit: str | None
    # The check digit that the other characters call for.
    expected: str | None
    # Warnings about the VIN or its decoding, in words.
    warnings: list[str] | None


class VehicleReportDataPartsOemVinDecodeDataDerived(TypedDict):
    # The response member that was derived; for an element without one, its code, such as `SeatBeltsAll`.
    field: str | None
    # The derived value.
    value: str | None
    # The rule by which it was derived.
    rule: str | None
    # The dataset of the value, such as `epa 2025-11`; absent if it follows from vPIC's.
    source: str | None


class VehicleReportDataPartsOemVinDecodeDataElements(TypedDict):
    # The element's number in vPIC.
    element_id: int | None
    # The element's name.
    name: str | None
    # The element's machine name.
    code: str | None
    # The group of the element.
    group: str | None
    # The element's value.
    value: str | None
    # What decided the value: a pattern of the VIN, or the fact from which it follows.
    decided_by: Literal["pattern", "engine", "formula", "model", "conversion", "specification", "default", "manufacturer", "year"] | None
    # The pattern's number in vPIC.
    pattern_id: int | None
    # The pattern's text.
    key: str | None


class VehicleReportDataPartsOemVinDecodeDataPositions(TypedDict):
    # The character's position, from 1.
    position: int | None
    # The character.
    character: str | None
    # The part of the VIN to which the character belongs.
    part: Literal["manufacturer", "vehicle", "check_digit", "model_year", "plant", "serial"] | None
    # What the character means, in words.
    meaning: str | None
    # The elements of vPIC that it decides.
    elements: list[str] | None


class VehicleReportDataPartsOemVinDecodeDataExplanationElementsAlternatives(TypedDict):
    # The value that lost.
    value: str | None
    # What decided the value: a pattern of the VIN, or the fact from which it follows.
    decided_by: Literal["pattern", "engine", "formula", "model", "conversion", "specification", "default", "manufacturer", "year"] | None
    # The pattern's number in vPIC.
    pattern_id: int | None
    # The pattern's text.
    key: str | None
    # Why it lost: to a better `source` (a pattern before a formula before an engine model), to a schema of a later model year, to a later change or an earlier key (`order`), or because less is known under that model year.
    lost_by: Literal["source", "schema_year", "order", "model_year"] | None


class VehicleReportDataPartsOemVinDecodeDataExplanationElements(TypedDict):
    # The element's number in vPIC.
    element_id: int | None
    # The element's name.
    name: str | None
    # The element's machine name.
    code: str | None
    # The element's value.
    value: str | None
    # What decided the value: a pattern of the VIN, or the fact from which it follows.
    decided_by: Literal["pattern", "engine", "formula", "model", "conversion", "specification", "default", "manufacturer", "year", "derived"] | None
    # The pattern's number in vPIC.
    pattern_id: int | None
    # The pattern's text.
    key: str | None
    # The positions of the VIN that the pattern reads.
    positions: list[int] | None
    # The rule by which it was derived.
    rule: str | None
    # Values that other patterns of the same VIN state and that lost, best first.
    alternatives: list[VehicleReportDataPartsOemVinDecodeDataExplanationElementsAlternatives] | None


class VehicleReportDataPartsOemVinDecodeDataExplanation(TypedDict):
    # What each character of the VIN means.
    positions: list[VehicleReportDataPartsOemVinDecodeDataPositions] | None
    # Every element of vPIC that the VIN decides.
    elements: list[VehicleReportDataPartsOemVinDecodeDataExplanationElements] | None


class VehicleReportDataPartsOemVinDecodeDataVehicleTypesFacts(TypedDict):
    # The make.
    make: str | None
    # The model, as the source names it; some name the engine after it.
    model: str | None
    # The type, variant and version in the type approval.
    variant: str | None
    # The EU's category, such as M1.
    category: str | None
    # The kind of body, in the source's words.
    body: str | None
    # The fuels, divided by a slash: Gasoline, Diesel, Electric, CNG, LPG, Ethanol, Methanol, Hydrogen.
    fuel: str | None
    # Front-wheel drive, Rear-wheel drive or All-wheel drive.
    drive: str | None
    # The maker's code of the engine.
    engine_code: str | None
    # The displacement, cm³.
    displacement_cc: float | None
    # The power of the engine, kW.
    power_kw: float | None
    # The number of doors.
    doors: float | None
    # The number of seats.
    seats: float | None
    # The number of the EU's type approval.
    type_approval: str | None


class VehicleReportDataPartsOemVinDecodeDataVehicleTypesCandidates(TypedDict):
    # The make.
    make: str | None
    # The model, as the source names it; some name the engine after it.
    model: str | None
    # The type, variant and version in the type approval.
    variant: str | None
    # The EU's category, such as M1.
    category: str | None
    # The kind of body, in the source's words.
    body: str | None
    # The fuels, divided by a slash: Gasoline, Diesel, Electric, CNG, LPG, Ethanol, Methanol, Hydrogen.
    fuel: str | None
    # Front-wheel drive, Rear-wheel drive or All-wheel drive.
    drive: str | None
    # The maker's code of the engine.
    engine_code: str | None
    # The displacement, cm³.
    displacement_cc: float | None
    # The power of the engine, kW.
    power_kw: float | None
    # The number of doors.
    doors: float | None
    # The number of seats.
    seats: float | None
    # The number of the EU's type approval.
    type_approval: str | None
    # The first year in which one of its vehicles was taken into use.
    first_used: float | None
    # The last such year.
    last_used: float | None
    # The number of its vehicles; absent if the source does not count them.
    vehicles: float | None
    # The number of approvals that say the same, if the source does not count vehicles.
    approvals: int | None


class VehicleReportDataPartsOemVinDecodeDataVehicleTypes(TypedDict):
    # The dataset's name.
    source: str | None
    # The dataset's version, a day for most sources.
    version: str | None
    # The day of its import, YYYY-MM-DD.
    imported_on: str | None
    # Who publishes it.
    publisher: str | None
    # The country whose vehicles it lists: ISO 3166-1, three letters.
    country: str | None
    # The number of different types that the VIN matches.
    candidate_count: int | None
    # What all candidates have in common; `model` is the words that the names of all begin with. What differs is absent.
    facts: VehicleReportDataPartsOemVinDecodeDataVehicleTypesFacts | None
    # The types, those of most vehicles first, at most 50. Each is possible; none is proven.
    candidates: list[VehicleReportDataPartsOemVinDecodeDataVehicleTypesCandidates] | None


class VehicleReportDataPartsOemVinDecodeData(TypedDict):
    # The VIN that was decoded.
    intro: VehicleReportDataPartsMarketValuationDataIntro | None
    # What the vehicle is.
    basic: VehicleReportDataPartsOemVinDecodeDataBasic | None
    # The engine.
    engine: VehicleReportDataPartsOemVinDecodeDataEngine | None
    # Who made the vehicle.
    manufacturer: VehicleReportDataPartsOemVinDecodeDataManufacturer | None
    # The transmission.
    transmission: VehicleReportDataPartsOemVinDecodeDataTransmission | None
    # Seat belts and airbags.
    restraint: VehicleReportDataPartsOemVinDecodeDataRestraint | None
    # Weights.
    dimensions: VehicleReportDataPartsOemVinDecodeDataDimensions | None
    # The driven wheels.
    drivetrain: VehicleReportDataPartsOemVinDecodeDataDrivetrain | None
    # The fuel.
    fuel: VehicleReportDataPartsOemVinDecodeDataFuel | None
    # The check of the VIN.
    check: VehicleReportDataPartsOemVinDecodeDataCheck | None
    # Values that no pattern states, each with its rule and its dataset.
    derived: list[VehicleReportDataPartsOemVinDecodeDataDerived] | None
    # The error codes that vPIC gives the VIN.
    error_codes: list[int] | None
    # The part of the VIN that patterns describe: positions 4 to 8 and 10 to 17, without the serial number.
    descriptor: str | None
    # Every element of vPIC that the VIN decides.
    elements: list[VehicleReportDataPartsOemVinDecodeDataElements] | None
    # What each character of the VIN means.
    positions: list[VehicleReportDataPartsOemVinDecodeDataPositions] | None
    # What decided each element, and what each position means; present with `explain=true`.
    explanation: VehicleReportDataPartsOemVinDecodeDataExplanation | None
    # The maker's own record of the vehicle; absent if none was imported.
    build_sheet: dict[str, Any] | None
    # What registers of other countries have for such a VIN, as in /vehicle-types; only where vPIC has no model.
    vehicle_types: list[VehicleReportDataPartsOemVinDecodeDataVehicleTypes] | None


class VehicleReportDataPartsOemVinDecode(TypedDict):
    """The part `oem-vin-decode`, if it was requested."""

    # The status that the lookup alone would have had.
    status: int
    # The lookup's operation; null if the vehicle fits none of the family.
    operation: str | None
    # Where the data are from, with their version, as `x-data-source`; null without an answer.
    source: str | None
    # The day or month of the oldest of these data, ISO 8601: that of the source's version, else the day of the import. Null if there is no answer, or it rests on no dataset.
    as_of: str | None
    # Whether the answer is made of synthetic records of the demo set.
    synthetic: bool
    # How well the answer fits the vehicle, as `x-match`: its trim, the one trim that fits its facts, or its model. Null if nothing had to be matched.
    match: Literal["exact", "close", "model"] | None
    # What the part cost.
    credits_charged: int
    # Why there is no answer; null with one.
    error: ReportPartError | None
    # Recorded texts that are not of the form of their member, which is null: nothing is left out unsaid.
    unread: list[UnreadText]
    # The lookup's `data`, typed: numbers are numbers, times ISO 8601, units in names, and what is unknown is null. Null without an answer.
    data: VehicleReportDataPartsOemVinDecodeData | None


class VehicleReportDataPartsOpenRecallDataMatchedModels(TypedDict):
    # The make.
    make: str | None
    # The model.
    model: str | None
    # How sure the name is: `exact` (the VIN states all of it), `close` (part of it follows from weight, fuel, body, engine or a range of VINs), `model` (it may be another line of the model).
    match: Literal["exact", "close", "model"] | None
    # Why campaigns of the name may not concern the vehicle; `""` if its line is certain.
    note: str | None


class VehicleReportDataPartsOpenRecallDataRecalls(TypedDict):
    # NHTSA's number of the campaign, for example 20V123000; empty if another authority announces it.
    nhtsa_campaign_number: str | None
    # The maker that recalls.
    manufacturer: str | None
    # The component concerned.
    component: str | None
    # The fault.
    summary: str | None
    # What can happen.
    consequence: str | None
    # What the maker does about it.
    remedy: str | None
    # Remarks.
    notes: str | None
    # The day on which NHTSA received the report, YYYY-MM-DD; of another authority the day that it gives the campaign.
    report_received_date: str | None
    # Whether the file says that the vehicle should not be driven.
    park_it: bool | None
    # Whether the file says that the vehicle should be parked outside.
    park_outside: bool | None
    # Whether the file says that an update over the air remedies it.
    over_the_air_update: bool | None
    # The market whose campaigns are listed; only in answers for other markets than the U.S.
    market: Literal["US", "CA", "GB", "EU"] | None
    # Who announces the market's recalls; only in answers for other markets than the U.S.
    authority: str | None
    # The authority's number of the campaign; only in answers for other markets than the U.S.
    campaign_number: str | None
    # The maker's own number of the campaign; only in answers for other markets than the U.S.
    manufacturer_campaign_number: str | None
    # How many vehicles are recalled in the market, digits; only in answers for other markets than the U.S.
    units_affected: str | None
    # The authority's page of the campaign; only in answers for other markets than the U.S.
    url: str | None
    # The name of `matched_models` under which the file has the campaign.
    matched_model: str | None
    # How sure that name is.
    match: Literal["exact", "close", "model"] | None
    # Whether this vehicle's recall is open, if a record says so.
    recall_status: Literal["open", "completed"] | None


class VehicleReportDataPartsOpenRecallData(TypedDict):
    # The VIN.
    vin: str | None
    # The model year, four digits.
    year: int | None
    # The make.
    make: str | None
    # The model.
    model: str | None
    # The market whose campaigns are listed; only in answers for other markets than the U.S.
    market: Literal["US", "CA", "GB", "EU"] | None
    # Who announces the market's recalls; only in answers for other markets than the U.S.
    authority: str | None
    # The number of recalls listed.
    recall_count: int | None
    # The names under which the file of recalls has the vehicle's line, the surest first.
    matched_models: list[VehicleReportDataPartsOpenRecallDataMatchedModels] | None
    # The recalls of the vehicle's line, and of the VIN if they are known.
    recalls: list[VehicleReportDataPartsOpenRecallDataRecalls] | None


class VehicleReportDataPartsOpenRecall(TypedDict):
    """The part `open-recall`, if it was requested."""

    # The status that the lookup alone would have had.
    status: int
    # The lookup's operation; null if the vehicle fits none of the family.
    operation: str | None
    # Where the data are from, with their version, as `x-data-source`; null without an answer.
    source: str | None
    # The day or month of the oldest of these data, ISO 8601: that of the source's version, else the day of the import. Null if there is no answer, or it rests on no dataset.
    as_of: str | None
    # Whether the answer is made of synthetic records of the demo set.
    synthetic: bool
    # How well the answer fits the vehicle, as `x-match`: its trim, the one trim that fits its facts, or its model. Null if nothing had to be matched.
    match: Literal["exact", "close", "model"] | None
    # What the part cost.
    credits_charged: int
    # Why there is no answer; null with one.
    error: ReportPartError | None
    # Recorded texts that are not of the form of their member, which is null: nothing is left out unsaid.
    unread: list[UnreadText]
    # The lookup's `data`, typed: numbers are numbers, times ISO 8601, units in names, and what is unknown is null. Null without an answer.
    data: VehicleReportDataPartsOpenRecallData | None


class VehicleReportDataPartsOilLookupDataOilSpecsCapacityWithFilter(TypedDict):
    # In liters.
    liters: float | None
    # In US quarts.
    us_quarts: float | None


class VehicleReportDataPartsOilLookupDataOilSpecs(TypedDict):
    # The SAE viscosity grade.
    viscosity: str | None
    # The kind of oil.
    oil_type: str | None
    # The oil for a change with a new filter.
    capacity_with_filter: VehicleReportDataPartsOilLookupDataOilSpecsCapacityWithFilter | None
    # The oil for a change without a new filter.
    capacity_without_filter: VehicleReportDataPartsOilLookupDataOilSpecsCapacityWithFilter | None
    # The temperatures that the oil is for.
    temperature: str | None


class VehicleReportDataPartsOilLookupDataFilters(TypedDict):
    # The brand.
    brand: str | None
    # The maker's part number.
    part_number: str | None


class VehicleReportDataPartsOilLookupDataDrainBolt(TypedDict):
    # The size of its socket in millimeters.
    socket_size_mm: float | None
    # Its tightening torque in newton meters.
    torque_nm: float | None


class VehicleReportDataPartsOilLookupData(TypedDict):
    # The model year, four digits.
    year: int | None
    # The make.
    make: str | None
    # The model.
    model: str | None
    # The engine, such as 2.4L L4.
    engine: str | None
    # The oils that suit the engine.
    oil_specs: list[VehicleReportDataPartsOilLookupDataOilSpecs] | None
    # The oil filters that fit.
    filters: list[VehicleReportDataPartsOilLookupDataFilters] | None
    # The drain bolt.
    drain_bolt: VehicleReportDataPartsOilLookupDataDrainBolt | None


class VehicleReportDataPartsOilLookup(TypedDict):
    """The part `oil-lookup`, if it was requested."""

    # The status that the lookup alone would have had.
    status: int
    # The lookup's operation; null if the vehicle fits none of the family.
    operation: str | None
    # Where the data are from, with their version, as `x-data-source`; null without an answer.
    source: str | None
    # The day or month of the oldest of these data, ISO 8601: that of the source's version, else the day of the import. Null if there is no answer, or it rests on no dataset.
    as_of: str | None
    # Whether the answer is made of synthetic records of the demo set.
    synthetic: bool
    # How well the answer fits the vehicle, as `x-match`: its trim, the one trim that fits its facts, or its model. Null if nothing had to be matched.
    match: Literal["exact", "close", "model"] | None
    # What the part cost.
    credits_charged: int
    # Why there is no answer; null with one.
    error: ReportPartError | None
    # Recorded texts that are not of the form of their member, which is null: nothing is left out unsaid.
    unread: list[UnreadText]
    # The lookup's `data`, typed: numbers are numbers, times ISO 8601, units in names, and what is unknown is null. Null without an answer.
    data: VehicleReportDataPartsOilLookupData | None


class VehicleReportDataPartsVinDecoderData(TypedDict):
    # The VIN that was decoded.
    intro: VehicleReportDataPartsMarketValuationDataIntro | None
    # What the vehicle is.
    basic: VehicleReportDataPartsOemVinDecodeDataBasic | None
    # The engine.
    engine: VehicleReportDataPartsOemVinDecodeDataEngine | None
    # Who made the vehicle.
    manufacturer: VehicleReportDataPartsOemVinDecodeDataManufacturer | None
    # The transmission.
    transmission: VehicleReportDataPartsOemVinDecodeDataTransmission | None
    # Seat belts and airbags.
    restraint: VehicleReportDataPartsOemVinDecodeDataRestraint | None
    # Weights.
    dimensions: VehicleReportDataPartsOemVinDecodeDataDimensions | None
    # The driven wheels.
    drivetrain: VehicleReportDataPartsOemVinDecodeDataDrivetrain | None
    # The fuel.
    fuel: VehicleReportDataPartsOemVinDecodeDataFuel | None
    # The check of the VIN.
    check: VehicleReportDataPartsOemVinDecodeDataCheck | None
    # Values that no pattern states, each with its rule and its dataset.
    derived: list[VehicleReportDataPartsOemVinDecodeDataDerived] | None
    # What decided each element, and what each position means; present with `explain=true`.
    explanation: VehicleReportDataPartsOemVinDecodeDataExplanation | None


class VehicleReportDataPartsVinDecoder(TypedDict):
    """The part `vin-decoder`, if it was requested."""

    # The status that the lookup alone would have had.
    status: int
    # The lookup's operation; null if the vehicle fits none of the family.
    operation: str | None
    # Where the data are from, with their version, as `x-data-source`; null without an answer.
    source: str | None
    # The day or month of the oldest of these data, ISO 8601: that of the source's version, else the day of the import. Null if there is no answer, or it rests on no dataset.
    as_of: str | None
    # Whether the answer is made of synthetic records of the demo set.
    synthetic: bool
    # How well the answer fits the vehicle, as `x-match`: its trim, the one trim that fits its facts, or its model. Null if nothing had to be matched.
    match: Literal["exact", "close", "model"] | None
    # What the part cost.
    credits_charged: int
    # Why there is no answer; null with one.
    error: ReportPartError | None
    # Recorded texts that are not of the form of their member, which is null: nothing is left out unsaid.
    unread: list[UnreadText]
    # The lookup's `data`, typed: numbers are numbers, times ISO 8601, units in names, and what is unknown is null. Null without an answer.
    data: VehicleReportDataPartsVinDecoderData | None


class VehicleReportDataPartsMotorcycleDecodeData(TypedDict):
    # The VIN that was decoded.
    intro: VehicleReportDataPartsMarketValuationDataIntro | None
    # What the vehicle is.
    basic: VehicleReportDataPartsOemVinDecodeDataBasic | None
    # The engine.
    engine: VehicleReportDataPartsOemVinDecodeDataEngine | None
    # Who made the vehicle.
    manufacturer: VehicleReportDataPartsOemVinDecodeDataManufacturer | None
    # The transmission.
    transmission: VehicleReportDataPartsOemVinDecodeDataTransmission | None
    # Seat belts and airbags.
    restraint: VehicleReportDataPartsOemVinDecodeDataRestraint | None
    # Weights.
    dimensions: VehicleReportDataPartsOemVinDecodeDataDimensions | None
    # The driven wheels.
    drivetrain: VehicleReportDataPartsOemVinDecodeDataDrivetrain | None
    # The fuel.
    fuel: VehicleReportDataPartsOemVinDecodeDataFuel | None
    # Absent without a VIN.
    check: VehicleReportDataPartsOemVinDecodeDataCheck | None
    # Absent without a VIN.
    derived: list[VehicleReportDataPartsOemVinDecodeDataDerived] | None
    # The displacement in cubic centimeters.
    displacement_cc: float | None
    # Two or four strokes.
    engine_cycles: str | None
    # The kind of chassis.
    chassis: str | None
    # The kind of suspension.
    suspension: str | None
    # Without a VIN: says that only what all of the model share is shown.
    note: str | None


class VehicleReportDataPartsMotorcycleDecode(TypedDict):
    """The part `motorcycle-decode`, if it was requested."""

    # The status that the lookup alone would have had.
    status: int
    # The lookup's operation; null if the vehicle fits none of the family.
    operation: str | None
    # Where the data are from, with their version, as `x-data-source`; null without an answer.
    source: str | None
    # The day or month of the oldest of these data, ISO 8601: that of the source's version, else the day of the import. Null if there is no answer, or it rests on no dataset.
    as_of: str | None
    # Whether the answer is made of synthetic records of the demo set.
    synthetic: bool
    # How well the answer fits the vehicle, as `x-match`: its trim, the one trim that fits its facts, or its model. Null if nothing had to be matched.
    match: Literal["exact", "close", "model"] | None
    # What the part cost.
    credits_charged: int
    # Why there is no answer; null with one.
    error: ReportPartError | None
    # Recorded texts that are not of the form of their member, which is null: nothing is left out unsaid.
    unread: list[UnreadText]
    # The lookup's `data`, typed: numbers are numbers, times ISO 8601, units in names, and what is unknown is null. Null without an answer.
    data: VehicleReportDataPartsMotorcycleDecodeData | None


class VehicleReportDataPartsRepairEstimatesDataRepairRepairCosts(TypedDict):
    # The kind of cost.
    name: Literal["Parts", "Labor"] | None
    # The cost in words.
    desc: str | None
    # Whole currency units.
    high: float | None
    # Whole currency units.
    low: float | None


class VehicleReportDataPartsRepairEstimatesDataRepairRepair(TypedDict):
    # The service.
    title: str | None
    # What the service is.
    description: str | None
    # Unique slug of the service.
    value: str | None
    # The cost's parts and labor.
    costs: list[VehicleReportDataPartsRepairEstimatesDataRepairRepairCosts] | None


class VehicleReportDataPartsRepairEstimatesDataRepair(TypedDict):
    # Empty if it is unknown; by names, `All trims` asks for the same costs.
    trim: str | None
    # The services and what they cost.
    repair: list[VehicleReportDataPartsRepairEstimatesDataRepairRepair] | None


class VehicleReportDataPartsRepairEstimatesDataNarrowed(TypedDict):
    # What the VIN says: `Gasoline, 6 cylinders, 4WD/4-Wheel Drive/4x4`.
    by: str | None
    # The services by trim.
    repair: list[VehicleReportDataPartsRepairEstimatesDataRepair] | None


class VehicleReportDataPartsRepairEstimatesData(TypedDict):
    # The model year, four digits.
    year: int | None
    # The make.
    make: str | None
    # The model.
    model: str | None
    # The services by trim.
    repair: list[VehicleReportDataPartsRepairEstimatesDataRepair] | None
    # Says that costs are the service's own estimates, and of which trims if not of all; absent if all are the operator's records.
    basis: str | None
    # Says that the requested trim is unknown; absent if it is known.
    note: str | None
    # The costs for the VIN's own engine, drive and weight, if `narrow` is true; `repair` has those of its trim.
    narrowed: VehicleReportDataPartsRepairEstimatesDataNarrowed | None


class VehicleReportDataPartsRepairEstimates(TypedDict):
    """The part `repair-estimates`, if it was requested."""

    # The status that the lookup alone would have had.
    status: int
    # The lookup's operation; null if the vehicle fits none of the family.
    operation: str | None
    # Where the data are from, with their version, as `x-data-source`; null without an answer.
    source: str | None
    # The day or month of the oldest of these data, ISO 8601: that of the source's version, else the day of the import. Null if there is no answer, or it rests on no dataset.
    as_of: str | None
    # Whether the answer is made of synthetic records of the demo set.
    synthetic: bool
    # How well the answer fits the vehicle, as `x-match`: its trim, the one trim that fits its facts, or its model. Null if nothing had to be matched.
    match: Literal["exact", "close", "model"] | None
    # What the part cost.
    credits_charged: int
    # Why there is no answer; null with one.
    error: ReportPartError | None
    # Recorded texts that are not of the form of their member, which is null: nothing is left out unsaid.
    unread: list[UnreadText]
    # The lookup's `data`, typed: numbers are numbers, times ISO 8601, units in names, and what is unknown is null. Null without an answer.
    data: VehicleReportDataPartsRepairEstimatesData | None


class VehicleReportDataPartsAuctionDataCarFeatures(TypedDict):
    # Whether there are keys; absent if unknown.
    has_keys: bool | None
    # Whether it runs and drives; absent if unknown.
    runs_drives: bool | None
    # Whether the engine starts; absent if unknown.
    engine_starts: bool | None


class VehicleReportDataPartsAuctionDataTitleAndCondition(TypedDict):
    # The kind of title document.
    title_type: str | None
    # The title document in words.
    title_description: str | None
    # The main damage.
    primary_damage: str | None
    # Further damage.
    secondary_damage: str | None
    # The VIN as the auction wrote it.
    vin: str | None
    # Remarks on the condition.
    common: str | None


class VehicleReportDataPartsAuctionDataTechnicalSpecs(TypedDict):
    # The odometer's reading, with its unit: miles unless it says km.
    odometer_mi: float | None
    # The auction's estimate of the cost of repair.
    estimated_repair_cost_usd: float | None
    # The auction's estimate of the value after repair.
    estimated_retail_value_usd: float | None
    # The average of such estimates.
    average_estimated_retail_value_usd: float | None
    # The cost of repair in proportion to the value.
    damage_ratio: str | None
    # The auction's estimate of the highest bid.
    estimated_winning_bid: str | None
    # The kind of body.
    body_style: str | None
    # The color.
    color: str | None
    # The engine, in short.
    engine_type: str | None
    # The fuel.
    fuel_type: str | None
    # The number of cylinders.
    cylinders: int | None
    # The kind of transmission.
    transmission: str | None
    # The driven wheels.
    drive: str | None
    # Miles per US gallon in the city.
    city_mpg: float | None
    # Miles per US gallon on the highway.
    highway_mpg: float | None
    # The maker's charge for delivery.
    delivery_charges_usd: float | None
    # The number of seats.
    standard_seating: int | None
    # The displacement in liters.
    engine_size_l: float | None
    # What a dealer paid for it when it was new.
    invoice_price_usd: float | None
    # The body with its doors.
    vehicle_style: str | None
    # The engine.
    engine: str | None
    # The country of the plant.
    made_in: str | None
    # The size class.
    vehicle_size: str | None
    # The length.
    overall_length: str | None
    # The height.
    overall_height: str | None
    # The width.
    overall_width: str | None
    # The kind of steering.
    steering_type: str | None
    # The kind of anti-lock brakes.
    anti_brake_system: str | None
    # The capacity of the tank.
    fuel_capacity_us_gal: float | None
    # The number of doors.
    doors: int | None
    # The weight of the empty vehicle.
    curb_weight_lb: float | None
    # The trim.
    trim: str | None
    # The number of gears.
    transmission_gears: int | None
    # The suggested retail price when it was new.
    msrp_usd: float | None


class VehicleReportDataPartsAuctionDataSaleDateLocation(TypedDict):
    # Whether an insurer, a dealer or another party sold it.
    seller_type: str | None
    # Who sold it.
    seller_name: str | None
    # The day of the auction, such as 2026-08-14; an import without `at` takes it.
    auction_date: str | None
    # The kind of auction.
    auction_type: str | None
    # City and state; imports read the state from its two letters.
    location: str | None
    # The buyer's country.
    buyer_country: str | None


class VehicleReportDataPartsAuctionDataMarketValue(TypedDict):
    # The lowest and the highest price.
    price_range: str | None
    # The commonest price.
    common_price_usd: float | None
    # The average price.
    average_price_usd: float | None
    # The average price, recent sales counting for more.
    weighted_average_price_usd: float | None
    # The median price.
    median_price_usd: float | None


class VehicleReportDataPartsAuctionData(TypedDict):
    # The event's number among those of the vehicle.
    sale_index: str | None
    # Currency text, or N/A.
    price_usd: float | None
    # Such as Sold or Not sold; values rest on sold lots only.
    sale_status: str | None
    # The vehicle as the auction house names it.
    vname: str | None
    # Number of the lot; the events of a VIN differ by it.
    lot_number: str | None
    # Whether it has keys, starts and drives.
    car_features: VehicleReportDataPartsAuctionDataCarFeatures | None
    # The title document and the damage.
    title_and_condition: VehicleReportDataPartsAuctionDataTitleAndCondition | None
    # The vehicle as the auction described it; unknown members are absent.
    technical_specs: VehicleReportDataPartsAuctionDataTechnicalSpecs | None
    # When and where it was auctioned, and by whom.
    sale_date_location: VehicleReportDataPartsAuctionDataSaleDateLocation | None
    # Earlier listings: dates and their remarks.
    listing_history: dict[str, Any]
    # The model year, four digits.
    year: int | None
    # The make.
    make: str | None
    # May be empty.
    model: str | None
    # Signed; valid for one hour.
    images: list[str] | None
    # Prices of such vehicles; the spelling of the third is the interface's own.
    market_value: VehicleReportDataPartsAuctionDataMarketValue | None
    # The VIN.
    vin: str | None
    # The source's words where they differ from the VIN's; absent if none does.
    as_listed: VehicleReportDataPartsLienDataAsListed | None


class VehicleReportDataPartsAuction(TypedDict):
    """The part `auction`, if it was requested."""

    # The status that the lookup alone would have had.
    status: int
    # The lookup's operation; null if the vehicle fits none of the family.
    operation: str | None
    # Where the data are from, with their version, as `x-data-source`; null without an answer.
    source: str | None
    # The day or month of the oldest of these data, ISO 8601: that of the source's version, else the day of the import. Null if there is no answer, or it rests on no dataset.
    as_of: str | None
    # Whether the answer is made of synthetic records of the demo set.
    synthetic: bool
    # How well the answer fits the vehicle, as `x-match`: its trim, the one trim that fits its facts, or its model. Null if nothing had to be matched.
    match: Literal["exact", "close", "model"] | None
    # What the part cost.
    credits_charged: int
    # Why there is no answer; null with one.
    error: ReportPartError | None
    # Recorded texts that are not of the form of their member, which is null: nothing is left out unsaid.
    unread: list[UnreadText]
    # The lookup's `data`, typed: numbers are numbers, times ISO 8601, units in names, and what is unknown is null. Null without an answer.
    data: list[VehicleReportDataPartsAuctionData] | None


class VehicleReportDataPartsSaleshistoryDataSalesHistoryDataListingPrice(TypedDict):
    # The asking price in whole units of the currency.
    price: float | None
    # The value after repair.
    retail_value: float | None
    # The cost of repair.
    repair_cost: float | None
    # The currency of the prices, ISO 4217, such as USD.
    currency: str | None


class VehicleReportDataPartsSaleshistoryDataSalesHistoryDataFairMarketValue(TypedDict):
    # The lower end, in whole units of the currency.
    min: float | None
    # The upper end, in whole units of the currency.
    max: float | None


class VehicleReportDataPartsSaleshistoryDataSalesHistoryData(TypedDict):
    # The seller's text.
    description: str | None
    # The seller's telephone number; empty for private sellers, unless VINGATE_PERSONAL_DATA shows them.
    phone: str | None
    # The seller's email address; empty for private sellers, unless VINGATE_PERSONAL_DATA shows them.
    email: str | None
    # `dealership`; every other seller counts as a person.
    seller_type: str | None
    # The dealership.
    dealer_name: str | None
    # Number of the listing; the events of a VIN differ by it.
    listing_id: str | None
    # The address of a report on the vehicle.
    report_url: str | None
    # Whether it was sold.
    sale_status: str | None
    # The day of the sale, YYYY-MM-DD.
    sale_date: str | None
    # The title document that came with it.
    sale_document: str | None
    # Accidents, in words.
    accident_records: str | None
    # The title's history, in words.
    title_record: str | None
    # The owners so far, in words.
    owner_record: str | None
    # Whether there were keys.
    keys: str | None
    # The kind of vehicle, as vPIC names it.
    vehicle_type: str | None
    # The country of the plant.
    manufactured_in: str | None
    # The driven wheels.
    drivetrain: str | None
    # The transmission.
    transmission: str | None
    # The fuel.
    fuel: str | None
    # The number of cylinders.
    cylinders: int | None
    # The engine.
    engine: str | None
    # The capacity of the tank in US gallons.
    fuel_capacity_us_gal: float | None
    # The number of doors.
    doors: int | None
    # The odometer's reading in kilometers; values rest on it if that in miles is empty.
    odometer_km: float | None
    # The odometer's reading in miles; values rest on it.
    odometer_mi: float | None
    # The main damage.
    primary_damage: str | None
    # Further damage.
    secondary_damage: str | None
    # The condition in words.
    condition: str | None
    # The color outside.
    exterior_color: str | None
    # The color inside.
    interior_color: str | None
    # The condition inside.
    interior_condition: str | None
    # The condition outside.
    exterior_condition: str | None
    # The seller's ZIP code; empty for private sellers, unless VINGATE_PERSONAL_DATA shows them.
    zip_code: str | None
    # The country.
    country: str | None
    # The state, two letters.
    state: str | None
    # The city.
    city: str | None
    # The seller's address; empty for private sellers, unless VINGATE_PERSONAL_DATA shows them.
    address: str | None
    # When the listing was last changed.
    last_updated: str | None
    # The asking price and its basis.
    listing_price: VehicleReportDataPartsSaleshistoryDataSalesHistoryDataListingPrice | None
    # The range of the value.
    fair_market_value: VehicleReportDataPartsSaleshistoryDataSalesHistoryDataFairMarketValue | None
    # Equipment.
    features: list[str] | None
    # Equipment inside.
    interior_features: list[str] | None
    # Equipment outside.
    exterior_features: list[str] | None
    # Safety equipment.
    safety: list[str] | None
    # Electronic equipment.
    technology: list[str] | None
    # Other equipment.
    other: list[str] | None
    # Mechanical equipment.
    mechanical: list[str] | None
    # A vehicle history report, in short.
    vhr_preview: list[Any] | None
    # A vehicle history report, under its older name.
    vhrpreview: list[Any] | None
    # Signed; valid for one hour.
    images: list[str] | None
    # Whether it had airbags.
    airbags: bool | None
    # Whether the price had been reduced.
    reduced_price: bool | None
    # Whether the listing was marked as sought after.
    is_hot: bool | None
    # Whether the seller gave a money-back guarantee.
    money_back_guarantee: bool | None
    # Whether the listing was shown large.
    monster_ad: bool | None
    # Whether it was a special offer.
    special_offer: bool | None
    # Whether the listing was new.
    newly_listed: bool | None


class VehicleReportDataPartsSaleshistoryDataSalesHistoryAsListed(TypedDict):
    # The source's model year.
    year: int | None
    # The source's make.
    make: str | None
    # The source's model.
    model: str | None
    # The source's trim.
    trim: str | None
    # The source's date, if it cannot be read.
    post_date: str | None


class VehicleReportDataPartsSaleshistoryDataSalesHistory(TypedDict):
    # YYYY-MM-DD HH:MM:SS+00:00, or empty.
    post_date: str | None
    # The listing.
    data: VehicleReportDataPartsSaleshistoryDataSalesHistoryData | None
    # The source's words where they differ from the VIN's; absent if none does.
    as_listed: VehicleReportDataPartsSaleshistoryDataSalesHistoryAsListed | None


class VehicleReportDataPartsSaleshistoryData(TypedDict):
    # The record's own ID.
    _id: str | None
    # The VIN.
    vin: str | None
    # The trim.
    trim: str | None
    # The model year, four digits.
    year: int | None
    # The make.
    make: str | None
    # The model.
    model: str | None
    # The listings and sales, newest first.
    sales_history: list[VehicleReportDataPartsSaleshistoryDataSalesHistory] | None


class VehicleReportDataPartsSaleshistory(TypedDict):
    """The part `saleshistory`, if it was requested."""

    # The status that the lookup alone would have had.
    status: int
    # The lookup's operation; null if the vehicle fits none of the family.
    operation: str | None
    # Where the data are from, with their version, as `x-data-source`; null without an answer.
    source: str | None
    # The day or month of the oldest of these data, ISO 8601: that of the source's version, else the day of the import. Null if there is no answer, or it rests on no dataset.
    as_of: str | None
    # Whether the answer is made of synthetic records of the demo set.
    synthetic: bool
    # How well the answer fits the vehicle, as `x-match`: its trim, the one trim that fits its facts, or its model. Null if nothing had to be matched.
    match: Literal["exact", "close", "model"] | None
    # What the part cost.
    credits_charged: int
    # Why there is no answer; null with one.
    error: ReportPartError | None
    # Recorded texts that are not of the form of their member, which is null: nothing is left out unsaid.
    unread: list[UnreadText]
    # The lookup's `data`, typed: numbers are numbers, times ISO 8601, units in names, and what is unknown is null. Null without an answer.
    data: VehicleReportDataPartsSaleshistoryData | None


class VehicleReportDataPartsRecallsDataRecalls(TypedDict):
    # NHTSA's number of the campaign, for example 20V123000; empty if another authority announces it.
    nhtsa_campaign_number: str | None
    # The maker that recalls.
    manufacturer: str | None
    # The component concerned.
    component: str | None
    # The fault.
    summary: str | None
    # What can happen.
    consequence: str | None
    # What the maker does about it.
    remedy: str | None
    # Remarks.
    notes: str | None
    # The day on which NHTSA received the report, YYYY-MM-DD; of another authority the day that it gives the campaign.
    report_received_date: str | None
    # Whether the file says that the vehicle should not be driven.
    park_it: bool | None
    # Whether the file says that the vehicle should be parked outside.
    park_outside: bool | None
    # Whether the file says that an update over the air remedies it.
    over_the_air_update: bool | None
    # The market whose campaigns are listed; only in answers for other markets than the U.S.
    market: Literal["US", "CA", "GB", "EU"] | None
    # Who announces the market's recalls; only in answers for other markets than the U.S.
    authority: str | None
    # The authority's number of the campaign; only in answers for other markets than the U.S.
    campaign_number: str | None
    # The maker's own number of the campaign; only in answers for other markets than the U.S.
    manufacturer_campaign_number: str | None
    # How many vehicles are recalled in the market, digits; only in answers for other markets than the U.S.
    units_affected: str | None
    # The authority's page of the campaign; only in answers for other markets than the U.S.
    url: str | None
    # The name of `matched_models` under which the file has the campaign.
    matched_model: str | None
    # How sure that name is.
    match: Literal["exact", "close", "model"] | None


class VehicleReportDataPartsRecallsData(TypedDict):
    # The model year, four digits.
    year: int | None
    # The make.
    make: str | None
    # The model.
    model: str | None
    # The market whose campaigns are listed.
    market: Literal["US", "CA", "GB", "EU"] | None
    # Who announces the market's recalls.
    authority: str | None
    # The number of recalls listed.
    recall_count: int | None
    # The names under which the file of recalls has the vehicle's line, the surest first.
    matched_models: list[VehicleReportDataPartsOpenRecallDataMatchedModels] | None
    # The recalls of the vehicle's line.
    recalls: list[VehicleReportDataPartsRecallsDataRecalls] | None


class VehicleReportDataPartsRecalls(TypedDict):
    """The part `recalls`, if it was requested."""

    # The status that the lookup alone would have had.
    status: int
    # The lookup's operation; null if the vehicle fits none of the family.
    operation: str | None
    # Where the data are from, with their version, as `x-data-source`; null without an answer.
    source: str | None
    # The day or month of the oldest of these data, ISO 8601: that of the source's version, else the day of the import. Null if there is no answer, or it rests on no dataset.
    as_of: str | None
    # Whether the answer is made of synthetic records of the demo set.
    synthetic: bool
    # How well the answer fits the vehicle, as `x-match`: its trim, the one trim that fits its facts, or its model. Null if nothing had to be matched.
    match: Literal["exact", "close", "model"] | None
    # What the part cost.
    credits_charged: int
    # Why there is no answer; null with one.
    error: ReportPartError | None
    # Recorded texts that are not of the form of their member, which is null: nothing is left out unsaid.
    unread: list[UnreadText]
    # The lookup's `data`, typed: numbers are numbers, times ISO 8601, units in names, and what is unknown is null. Null without an answer.
    data: VehicleReportDataPartsRecallsData | None


class VehicleReportDataPartsVehicleTypesData(TypedDict):
    # The VIN.
    vin: str | None
    # Each source with types that the VIN matches. Sources are not merged.
    sources: list[VehicleReportDataPartsOemVinDecodeDataVehicleTypes] | None


class VehicleReportDataPartsVehicleTypes(TypedDict):
    """The part `vehicle-types`, if it was requested."""

    # The status that the lookup alone would have had.
    status: int
    # The lookup's operation; null if the vehicle fits none of the family.
    operation: str | None
    # Where the data are from, with their version, as `x-data-source`; null without an answer.
    source: str | None
    # The day or month of the oldest of these data, ISO 8601: that of the source's version, else the day of the import. Null if there is no answer, or it rests on no dataset.
    as_of: str | None
    # Whether the answer is made of synthetic records of the demo set.
    synthetic: bool
    # How well the answer fits the vehicle, as `x-match`: its trim, the one trim that fits its facts, or its model. Null if nothing had to be matched.
    match: Literal["exact", "close", "model"] | None
    # What the part cost.
    credits_charged: int
    # Why there is no answer; null with one.
    error: ReportPartError | None
    # Recorded texts that are not of the form of their member, which is null: nothing is left out unsaid.
    unread: list[UnreadText]
    # The lookup's `data`, typed: numbers are numbers, times ISO 8601, units in names, and what is unknown is null. Null without an answer.
    data: VehicleReportDataPartsVehicleTypesData | None


class VehicleReportDataPartsSafetyRatingsDataMatchedModels(TypedDict):
    # The make.
    make: str | None
    # The model.
    model: str | None
    # How sure the name is: `exact` (all of it is stated), `close` (part of it follows from other facts), `model` (it may be another line of the model).
    match: Literal["exact", "close", "model"] | None
    # Why records of the name may not concern the vehicle; `""` if its line is certain.
    note: str | None


class VehicleReportDataPartsSafetyRatingsDataRatingsTechnologies(TypedDict):
    # The technology.
    name: str | None
    # Whether vehicles have it.
    equipment: Literal["standard", "optional", "standard_and_optional", "none"] | None
    # Whether it meets NHTSA's criteria; `standard_meets`: only the standard version does; `pending`: not tested yet.
    criteria: Literal["meets", "standard_meets", "does_not_meet", "pending"] | None


class VehicleReportDataPartsSafetyRatingsDataRatings(TypedDict):
    # Its name of `matched_models`.
    matched_model: str | None
    # How sure that name is.
    match: Literal["exact", "close", "model"] | None
    # For example SUV or 4 DR.
    body_style: str | None
    # The drive: AWD, FWD, RWD, 4WD or 2WD; `""` if it is not stated.
    drive: str | None
    # 2 and 3: vehicles built later in the year.
    release: int | None
    # All tests together, 1 to 5 stars.
    overall_stars: int | None
    # The frontal crash.
    front_stars: int | None
    # Driver.
    front_driver_stars: int | None
    # Front passenger.
    front_passenger_stars: int | None
    # The side crash.
    side_stars: int | None
    # Into a barrier, driver.
    side_driver_stars: int | None
    # Into a barrier, rear passenger.
    side_passenger_stars: int | None
    # Into a pole.
    side_pole_stars: int | None
    # The resistance to rolling over.
    rollover_stars: int | None
    # The probability of a rollover.
    rollover_percent: float | None
    # Whether a wheel lifted in the dynamic test.
    tips: bool | None
    # The driver assistance that NHTSA recommends.
    technologies: list[VehicleReportDataPartsSafetyRatingsDataRatingsTechnologies] | None
    # NHTSA's safety concerns and foot notes.
    notes: list[str] | None


class VehicleReportDataPartsSafetyRatingsData(TypedDict):
    # The VIN.
    vin: str | None
    # The model year, four digits.
    year: int | None
    # The make.
    make: str | None
    # The model.
    model: str | None
    # The dataset and its day.
    source: str | None
    # The drive that the VIN states; `""` without one: then the ratings of all drives are listed.
    drive: str | None
    # The file's names of the vehicle's line, the surest first.
    matched_models: list[VehicleReportDataPartsSafetyRatingsDataMatchedModels] | None
    # The line's ratings: one for each body, drive and release. What is not rated is null.
    ratings: list[VehicleReportDataPartsSafetyRatingsDataRatings] | None


class VehicleReportDataPartsSafetyRatings(TypedDict):
    """The part `safety-ratings`, if it was requested."""

    # The status that the lookup alone would have had.
    status: int
    # The lookup's operation; null if the vehicle fits none of the family.
    operation: str | None
    # Where the data are from, with their version, as `x-data-source`; null without an answer.
    source: str | None
    # The day or month of the oldest of these data, ISO 8601: that of the source's version, else the day of the import. Null if there is no answer, or it rests on no dataset.
    as_of: str | None
    # Whether the answer is made of synthetic records of the demo set.
    synthetic: bool
    # How well the answer fits the vehicle, as `x-match`: its trim, the one trim that fits its facts, or its model. Null if nothing had to be matched.
    match: Literal["exact", "close", "model"] | None
    # What the part cost.
    credits_charged: int
    # Why there is no answer; null with one.
    error: ReportPartError | None
    # Recorded texts that are not of the form of their member, which is null: nothing is left out unsaid.
    unread: list[UnreadText]
    # The lookup's `data`, typed: numbers are numbers, times ISO 8601, units in names, and what is unknown is null. Null without an answer.
    data: VehicleReportDataPartsSafetyRatingsData | None


class VehicleReportDataPartsKnownProblemsDataComplaintsTotals(TypedDict):
    # Its name of `matched_models`.
    matched_model: str | None
    # How sure that name is.
    match: Literal["exact", "close", "model"] | None
    # The complaints.
    complaint_count: int | None
    # Those that report a crash.
    crash_count: int | None
    # Those that report a fire.
    fire_count: int | None
    # The persons reported as injured.
    injury_count: int | None
    # The persons reported as killed.
    death_count: int | None
    # The day on which NHTSA received the first; null if unknown.
    first_received: str | None
    # The day on which NHTSA received the last; null if unknown.
    last_received: str | None


class VehicleReportDataPartsKnownProblemsDataComplaintsComponentsExamples(TypedDict):
    # The component with its parts.
    component: str | None
    # Whether it reports a crash.
    crash: bool | None
    # Whether it reports a fire.
    fire: bool | None
    # The persons reported as injured.
    injured: int | None
    # The persons reported as killed.
    killed: int | None
    # A day; null if unknown.
    incident_date: str | None
    # As it was reported; null if it was not.
    mileage_mi: int | None


class VehicleReportDataPartsKnownProblemsDataComplaintsComponents(TypedDict):
    # Its name of `matched_models`.
    matched_model: str | None
    # How sure that name is.
    match: Literal["exact", "close", "model"] | None
    # NHTSA's component.
    component: str | None
    # The complaints.
    complaint_count: int | None
    # Those that report a crash.
    crash_count: int | None
    # Those that report a fire.
    fire_count: int | None
    # The persons reported as injured.
    injury_count: int | None
    # The persons reported as killed.
    death_count: int | None
    # The day on which NHTSA received the first; null if unknown.
    first_received: str | None
    # The day on which NHTSA received the last; null if unknown.
    last_received: str | None
    # The complaints received last.
    examples: list[VehicleReportDataPartsKnownProblemsDataComplaintsComponentsExamples] | None


class VehicleReportDataPartsKnownProblemsDataComplaints(TypedDict):
    # The dataset and its day.
    source: str | None
    # The file's names of the vehicle's line, the surest first.
    matched_models: list[VehicleReportDataPartsSafetyRatingsDataMatchedModels] | None
    # By name; one about several components counts once.
    totals: list[VehicleReportDataPartsKnownProblemsDataComplaintsTotals] | None
    # By component, the most frequent first; one about several counts for each.
    components: list[VehicleReportDataPartsKnownProblemsDataComplaintsComponents] | None


class VehicleReportDataPartsKnownProblemsDataInvestigationsInvestigations(TypedDict):
    # Its name of `matched_models`.
    matched_model: str | None
    # How sure that name is.
    match: Literal["exact", "close", "model"] | None
    # NHTSA's number, for example PE20001.
    investigation: str | None
    # What is investigated.
    subject: str | None
    # The components concerned.
    component: str | None
    # The maker.
    manufacturer: str | None
    # What is known.
    summary: str | None
    # A day; null if unknown.
    opened: str | None
    # A day; null if unknown.
    closed: str | None
    # The recall campaign that it led to; null without one.
    campaign: str | None


class VehicleReportDataPartsKnownProblemsDataInvestigations(TypedDict):
    # The dataset and its day.
    source: str | None
    # The file's names of the vehicle's line, the surest first.
    matched_models: list[VehicleReportDataPartsSafetyRatingsDataMatchedModels] | None
    # The investigations, the latest first.
    investigations: list[VehicleReportDataPartsKnownProblemsDataInvestigationsInvestigations] | None


class VehicleReportDataPartsKnownProblemsDataBulletinsBulletins(TypedDict):
    # Its name of `matched_models`.
    matched_model: str | None
    # How sure that name is.
    match: Literal["exact", "close", "model"] | None
    # NHTSA's number, for example 10180001.
    bulletin: str | None
    # The maker's number of the document.
    document: str | None
    # For example Service Campaign.
    type: str | None
    # The components concerned.
    component: str | None
    # What it says, up to 1,000 characters.
    summary: str | None
    # A day; null if unknown.
    sent: str | None


class VehicleReportDataPartsKnownProblemsDataBulletins(TypedDict):
    # The dataset and its day.
    source: str | None
    # The file's names of the vehicle's line, the surest first.
    matched_models: list[VehicleReportDataPartsSafetyRatingsDataMatchedModels] | None
    # The bulletins; the latest 100 are listed.
    bulletin_count: int | None
    # The bulletins, the latest first.
    bulletins: list[VehicleReportDataPartsKnownProblemsDataBulletinsBulletins] | None


class VehicleReportDataPartsKnownProblemsData(TypedDict):
    # The VIN.
    vin: str | None
    # The model year, four digits.
    year: int | None
    # The make.
    make: str | None
    # The model.
    model: str | None
    # What owners reported to NHTSA, unproven. Null if no such data is loaded.
    complaints: VehicleReportDataPartsKnownProblemsDataComplaints | None
    # NHTSA's investigations of defects. Null if no such data is loaded.
    investigations: VehicleReportDataPartsKnownProblemsDataInvestigations | None
    # Documents of makers for dealers and owners. Null if no such data is loaded.
    bulletins: VehicleReportDataPartsKnownProblemsDataBulletins | None


class VehicleReportDataPartsKnownProblems(TypedDict):
    """The part `known-problems`, if it was requested."""

    # The status that the lookup alone would have had.
    status: int
    # The lookup's operation; null if the vehicle fits none of the family.
    operation: str | None
    # Where the data are from, with their version, as `x-data-source`; null without an answer.
    source: str | None
    # The day or month of the oldest of these data, ISO 8601: that of the source's version, else the day of the import. Null if there is no answer, or it rests on no dataset.
    as_of: str | None
    # Whether the answer is made of synthetic records of the demo set.
    synthetic: bool
    # How well the answer fits the vehicle, as `x-match`: its trim, the one trim that fits its facts, or its model. Null if nothing had to be matched.
    match: Literal["exact", "close", "model"] | None
    # What the part cost.
    credits_charged: int
    # Why there is no answer; null with one.
    error: ReportPartError | None
    # Recorded texts that are not of the form of their member, which is null: nothing is left out unsaid.
    unread: list[UnreadText]
    # The lookup's `data`, typed: numbers are numbers, times ISO 8601, units in names, and what is unknown is null. Null without an answer.
    data: VehicleReportDataPartsKnownProblemsData | None


VehicleReportDataParts = TypedDict(
    "VehicleReportDataParts",
    {
        # The part `headlight-assembly`, if it was requested.
        "headlight-assembly": "VehicleReportDataPartsHeadlightAssembly",
        # The part `vehicle-images`, if it was requested.
        "vehicle-images": "VehicleReportDataPartsVehicleImages",
        # The part `market-valuation`, if it was requested.
        "market-valuation": "VehicleReportDataPartsMarketValuation",
        # The part `windshield-api`, if it was requested.
        "windshield-api": "VehicleReportDataPartsWindshieldApi",
        # The part `windshield`, if it was requested.
        "windshield": "VehicleReportDataPartsWindshieldApi",
        # The part `lien`, if it was requested.
        "lien": "VehicleReportDataPartsLien",
        # The part `us-plate-decode`, if it was requested.
        "us-plate-decode": "VehicleReportDataPartsUsPlateDecode",
        # The part `license-decoder`, if it was requested.
        "license-decoder": "VehicleReportDataPartsLicenseDecoder",
        # The part `ymm-specs`, if it was requested.
        "ymm-specs": "VehicleReportDataPartsYmmSpecs",
        # The part `oem-parts`, if it was requested.
        "oem-parts": "VehicleReportDataPartsOemParts",
        # The part `oem-vin-decode`, if it was requested.
        "oem-vin-decode": "VehicleReportDataPartsOemVinDecode",
        # The part `open-recall`, if it was requested.
        "open-recall": "VehicleReportDataPartsOpenRecall",
        # The part `oil-lookup`, if it was requested.
        "oil-lookup": "VehicleReportDataPartsOilLookup",
        # The part `vin-decoder`, if it was requested.
        "vin-decoder": "VehicleReportDataPartsVinDecoder",
        # The part `motorcycle-decode`, if it was requested.
        "motorcycle-decode": "VehicleReportDataPartsMotorcycleDecode",
        # The part `repair-estimates`, if it was requested.
        "repair-estimates": "VehicleReportDataPartsRepairEstimates",
        # The part `auction`, if it was requested.
        "auction": "VehicleReportDataPartsAuction",
        # The part `saleshistory`, if it was requested.
        "saleshistory": "VehicleReportDataPartsSaleshistory",
        # The part `recalls`, if it was requested.
        "recalls": "VehicleReportDataPartsRecalls",
        # The part `vehicle-types`, if it was requested.
        "vehicle-types": "VehicleReportDataPartsVehicleTypes",
        # The part `safety-ratings`, if it was requested.
        "safety-ratings": "VehicleReportDataPartsSafetyRatings",
        # The part `known-problems`, if it was requested.
        "known-problems": "VehicleReportDataPartsKnownProblems",
    },
    total=False,
)


class VehicleReportData(TypedDict):
    """The response body."""

    # The VIN that was named; null without one.
    vin: str | None
    # What the VIN was resolved to, once, for the families that take names; null if none of them has an answer.
    vehicle: VehicleReportDataVehicle | None
    # The parts by their family, in the order of the reference.
    parts: VehicleReportDataParts
    # The odometer's readings in `auction` and `saleshistory`, in inspections if one of these was called, and a register's judgment in `license-decoder`. Null if there is none, or inspections cannot be read.
    odometer: Odometer | None
    # The sum of what the parts cost.
    credits_charged: int
    # The subscription's credits after the report; null if unlimited.
    credits_remaining: int | None
    # The ID of all its calls in the request log.
    request_id: str


class VehicleReport(TypedDict):
    # `success`.
    status: Literal["success"]
    # The response body.
    data: VehicleReportData


class ReportPartError(TypedDict):
    # The code of the lookup's error; `validation_error` if it was not called.
    code: str
    # What happened and what to do.
    detail: str
    # The seconds to wait before another try; null if none helps.
    retry_after_s: int | None


class UnreadText(TypedDict):
    # The names that lead to the member, with points between them.
    member: str
    # The text as it was recorded.
    text: str


class OdometerReadings(TypedDict):
    # The day of the record; null if unknown.
    date: str | None
    # What was recorded, in `unit`; null if there is only a remark.
    value: float | None
    # The unit as the record has it.
    unit: Literal["km", "mi"]
    # The value in kilometers, as stated.
    km: int | None
    # `counted` readings are compared. `exempt`, `not_actual` and `replaced` are remarks of the record; `undated` has no place in the order, and `future` is dated after today (UTC).
    status: Literal["counted", "exempt", "not_actual", "replaced", "undated", "future"]
    # What it was recorded at.
    sources: list[Literal["auction", "inspection", "sale"]]
    # What does not fit; null if it fits.
    finding: OdometerFinding | None


class OdometerJudgment(TypedDict):
    # The register's country, three letters.
    register: str
    # What the register judges of the readings that it has; null if unknown.
    judgment: Literal["logical", "illogical", "none"] | None
    # The judgment in the register's words.
    as_listed: str | None
    # The register's code of the reason.
    code: str | None
    # The year of its last reading.
    last_year: int | None


class Odometer(TypedDict):
    # The gravest finding; `register_judgment` if a register judges `illogical`. `consistent` if the counted readings fit; null if there are fewer than two.
    flag: Literal["rollback", "register_judgment", "unclear", "unit_mixup", "corrected_entry", "consistent"] | None
    # The readings by date, the lower of a day first, undated ones last.
    readings: list[OdometerReadings]
    # A register's judgment; null without one.
    judgment: OdometerJudgment | None


class OdometerFinding(TypedDict):
    # `rollback`: 2,000 km or more below an earlier one. `unit_mixup`: fits in the other unit. `corrected_entry`: a single wrong entry. `unclear`: a rollback, a mix-up or a wrong entry, and no reading decides.
    flag: Literal["rollback", "unclear", "unit_mixup", "corrected_entry"]
    # The place in `readings` of the reading that it does not fit to.
    against: int
    # How many kilometers it is below that one; above it if negative.
    below_km: int


class VehicleReportPriceDataPartsValue(TypedDict):
    # The lookup's operation; null if the vehicle fits none.
    operation: str | None
    # The credits of an answer under the key's plan; 0 if the plan lacks the lookup or the vehicle does not fit.
    credits: int


class VehicleReportPriceData(TypedDict):
    """The response body."""

    # The parts by their family.
    parts: dict[str, VehicleReportPriceDataPartsValue]
    # The most that the report can cost: what has no answer usually costs nothing.
    credits_max: int
    # The subscription's credits; null if unlimited.
    credits_remaining: int | None


class VehicleReportPrice(TypedDict):
    # `success`.
    status: Literal["success"]
    # The response body.
    data: VehicleReportPriceData


class _VehicleReportBatchRequired(TypedDict):
    # VINs, or objects with `vin` and, where they are known, `year` and `mileage`.
    vins: list[Any]


class VehicleReportBatch(_VehicleReportBatchRequired, total=False):
    # The parts of each report, by their API. Default: as those of one report.
    families: list[Literal["headlight-assembly", "vehicle-images", "market-valuation", "windshield-api", "windshield", "lien", "us-plate-decode", "license-decoder", "ymm-specs", "oem-parts", "oem-vin-decode", "open-recall", "oil-lookup", "vin-decoder", "motorcycle-decode", "repair-estimates", "auction", "saleshistory", "recalls", "vehicle-types", "safety-ratings", "known-problems"]]


class CoverageDataLookupsDatasets(TypedDict):
    # The family of records.
    family: str
    # The dataset's name.
    name: str
    # The dataset's version.
    version: str
    # The number of records.
    records: int
    # When it was imported.
    loaded_at: str
    # Whether it is the demo set.
    synthetic: bool


class CoverageDataLookups(TypedDict):
    # The API's ID.
    api: str
    # The API's name.
    name: str
    # The operation's ID.
    operation: str
    # The path and query of the lookup.
    path: str
    # `found`: it has an answer. `not_found`: it has none. `may_answer`: it has none here, and the operator's upstream, which the preview does not ask, may have one. `not_allowed`: the key may not call it. `no_credits`: the credits do not pay for it, and whether it has an answer is not shown. `invalid`: it does not take such a VIN or plate. `unavailable`: it cannot tell now.
    outcome: Literal["found", "not_found", "may_answer", "not_allowed", "no_credits", "invalid", "unavailable"]
    # The status that the lookup would have now; null if an upstream decides.
    status: int | None
    # The code of the error that the lookup would return now; null without one.
    code: str | None
    # The detail of that error.
    detail: str | None
    # The credits of an answer under the key's plan.
    price: int
    # The credits that the lookup would cost now: 0 for what is refused, and for a 404 unless the plan charges for it; the price if an upstream may answer.
    credits: int
    # Where the answer comes from: stored records, the VIN decoder, a computation, or an upstream of the operator.
    kind: Literal["records", "decoder", "computed", "upstream"]
    # `x-data-source` of the answer; null without one.
    source: str | None
    # `x-match` of the answer; null without one.
    match: str | None
    # Whether the answer is made of synthetic records of the demo set.
    synthetic: bool
    # The datasets that the answer is made of; without an answer, those that were searched.
    datasets: list[CoverageDataLookupsDatasets]


class CoverageData(TypedDict):
    """The response body."""

    # Every lookup that takes what was given, in the order of the reference.
    lookups: list[CoverageDataLookups]
    # The sum of what the lookups would cost now.
    credits: int
    # The subscription's credits; null if unlimited.
    credits_remaining: int | None
    # Whether the plan's quota is known to be used up: lookups return 429.
    quota_used_up: bool
    # The release of vPIC that VINs are decoded with.
    vin_data: str


class Coverage(TypedDict):
    # `success`.
    status: Literal["success"]
    # The response body.
    data: CoverageData


class VpicVariablesResults(TypedDict):
    # The variable's value; `null` if there is none.
    Value: str | None
    # The value's number, for variables with a table of labels.
    ValueId: str | None
    # The variable's name.
    Variable: str
    # The variable's number.
    VariableId: int


class VpicVariables(TypedDict):
    # The number of results; for a flat decode, of variables.
    Count: int
    # The message of vPIC.
    Message: str
    # The request, in vPIC's words.
    SearchCriteria: str | None
    # The results.
    Results: list[VpicVariablesResults]


class VpicValues(TypedDict):
    # The number of results; for a flat decode, of variables.
    Count: int
    # The message of vPIC.
    Message: str
    # The request, in vPIC's words.
    SearchCriteria: str | None
    # The results.
    Results: list[dict[str, str]]


class _VpicBatchRequired(TypedDict):
    # VINs separated by `;`, each optionally with its model year after a comma: `VIN,2018;VIN`. At most 10000; vPIC takes 50.
    data: str


class VpicBatch(_VpicBatchRequired, total=False):
    # `json`, `xml` or `csv`, in any case. Default: by `Accept`, otherwise XML, as vPIC.
    format: str


class VpicDecodeWMIResults(TypedDict):
    # Always `""`: in no data that NHTSA publishes.
    CommonName: str
    # When the code was entered.
    CreatedOn: str | None
    # When the code became public.
    DateAvailableToPublic: str | None
    # The make; `""` where none is registered.
    Make: str
    # The manufacturer's name.
    ManufacturerName: str
    # Always `""`: in no data that NHTSA publishes.
    ParentCompanyName: str
    # Always `""`: in no data that NHTSA publishes.
    URL: str
    # When the code was last changed; `null` if it was not.
    UpdatedOn: str | None
    # The vehicle type's name.
    VehicleType: str


class VpicDecodeWMI(TypedDict):
    # The number of results; for a flat decode, of variables.
    Count: int
    # The message of vPIC.
    Message: str
    # The request, in vPIC's words.
    SearchCriteria: str | None
    # The results.
    Results: list[VpicDecodeWMIResults]


class VpicGetWMIsForManufacturerResults(TypedDict):
    # The country that the code is registered for.
    Country: str | None
    # When the code was entered.
    CreatedOn: str | None
    # When the code became public.
    DateAvailableToPublic: str | None
    # The manufacturer's number.
    Id: int
    # The manufacturer's name.
    Name: str
    # When the code was last changed; `null` if it was not.
    UpdatedOn: str | None
    # The vehicle type's name.
    VehicleType: str
    # The code.
    WMI: str


class VpicGetWMIsForManufacturer(TypedDict):
    # The number of results; for a flat decode, of variables.
    Count: int
    # The message of vPIC.
    Message: str
    # The request, in vPIC's words.
    SearchCriteria: str | None
    # The results.
    Results: list[VpicGetWMIsForManufacturerResults]




class VpicGetAllMakesResults(TypedDict):
    # The make's number.
    Make_ID: int
    # The make's name.
    Make_Name: str


class VpicGetAllMakes(TypedDict):
    # The number of results; for a flat decode, of variables.
    Count: int
    # The message of vPIC.
    Message: str
    # The request, in vPIC's words.
    SearchCriteria: str | None
    # The results.
    Results: list[VpicGetAllMakesResults]


class VpicGetMakeForManufacturerResults(TypedDict):
    # The make's number.
    Make_ID: int
    # The make's name.
    Make_Name: str
    # The manufacturer's name.
    Mfr_Name: str


class VpicGetMakeForManufacturer(TypedDict):
    # The number of results; for a flat decode, of variables.
    Count: int
    # The message of vPIC.
    Message: str
    # The request, in vPIC's words.
    SearchCriteria: str | None
    # The results.
    Results: list[VpicGetMakeForManufacturerResults]


class VpicGetMakesForManufacturerAndYearResults(TypedDict):
    # The make's number.
    MakeId: int
    # The make's name.
    MakeName: str
    # The manufacturer's number.
    MfrId: int
    # The manufacturer's name.
    MfrName: str


class VpicGetMakesForManufacturerAndYear(TypedDict):
    # The number of results; for a flat decode, of variables.
    Count: int
    # The message of vPIC.
    Message: str
    # The request, in vPIC's words.
    SearchCriteria: str | None
    # The results.
    Results: list[VpicGetMakesForManufacturerAndYearResults]


class VpicGetMakesForVehicleTypeResults(TypedDict):
    # The make's number.
    MakeId: int
    # The make's name.
    MakeName: str
    # The vehicle type's number.
    VehicleTypeId: int
    # The vehicle type's name.
    VehicleTypeName: str


class VpicGetMakesForVehicleType(TypedDict):
    # The number of results; for a flat decode, of variables.
    Count: int
    # The message of vPIC.
    Message: str
    # The request, in vPIC's words.
    SearchCriteria: str | None
    # The results.
    Results: list[VpicGetMakesForVehicleTypeResults]




class VpicGetVehicleTypesForMakeIdResults(TypedDict):
    # The vehicle type's number.
    VehicleTypeId: int
    # The vehicle type's name.
    VehicleTypeName: str


class VpicGetVehicleTypesForMakeId(TypedDict):
    # The number of results; for a flat decode, of variables.
    Count: int
    # The message of vPIC.
    Message: str
    # The request, in vPIC's words.
    SearchCriteria: str | None
    # The results.
    Results: list[VpicGetVehicleTypesForMakeIdResults]


class VpicGetModelsForMakeResults(TypedDict):
    # The make's number.
    Make_ID: int
    # The make's name.
    Make_Name: str
    # The model's number.
    Model_ID: int
    # The model's name.
    Model_Name: str


class VpicGetModelsForMake(TypedDict):
    # The number of results; for a flat decode, of variables.
    Count: int
    # The message of vPIC.
    Message: str
    # The request, in vPIC's words.
    SearchCriteria: str | None
    # The results.
    Results: list[VpicGetModelsForMakeResults]








class _VpicGetModelsForMakeYearTypeResultsRequired(TypedDict):
    # The make's number.
    Make_ID: int
    # The make's name.
    Make_Name: str
    # The model's number.
    Model_ID: int
    # The model's name.
    Model_Name: str


class VpicGetModelsForMakeYearTypeResults(_VpicGetModelsForMakeYearTypeResultsRequired, total=False):
    # The vehicle type's number.
    VehicleTypeId: int
    # The vehicle type's name.
    VehicleTypeName: str


class VpicGetModelsForMakeYearType(TypedDict):
    # The number of results; for a flat decode, of variables.
    Count: int
    # The message of vPIC.
    Message: str
    # The request, in vPIC's words.
    SearchCriteria: str | None
    # The results.
    Results: list[VpicGetModelsForMakeYearTypeResults]








class VpicGetAllManufacturersResultsVehicleTypes(TypedDict):
    # Not in NHTSA's published data.
    IsPrimary: str | None
    # The vehicle type's name.
    Name: str


class VpicGetAllManufacturersResults(TypedDict):
    # The country of the manufacturer's first code that names one.
    Country: str | None
    # Not in NHTSA's published data.
    Mfr_CommonName: str | None
    # The manufacturer's number.
    Mfr_ID: int
    # The manufacturer's name.
    Mfr_Name: str
    # The vehicle types for which the manufacturer has codes.
    VehicleTypes: list[VpicGetAllManufacturersResultsVehicleTypes]


class VpicGetAllManufacturers(TypedDict):
    # The number of results; for a flat decode, of variables.
    Count: int
    # The message of vPIC.
    Message: str
    # The request, in vPIC's words.
    SearchCriteria: str | None
    # The results.
    Results: list[VpicGetAllManufacturersResults]


class VpicGetManufacturerDetailsResultsEquipmentItems(TypedDict):
    # The name.
    Name: str


class VpicGetManufacturerDetailsResultsVehicleTypes(TypedDict):
    # Not in NHTSA's published data.
    GVWRFrom: str | None
    # Not in NHTSA's published data.
    GVWRTo: str | None
    # Not in NHTSA's published data.
    IsPrimary: str | None
    # The vehicle type's name.
    Name: str


class VpicGetManufacturerDetailsResults(TypedDict):
    # Not in NHTSA's published data.
    Address: str | None
    # Not in NHTSA's published data.
    Address2: str | None
    # Not in NHTSA's published data.
    City: str | None
    # Not in NHTSA's published data.
    ContactEmail: str | None
    # Not in NHTSA's published data.
    ContactFax: str | None
    # Not in NHTSA's published data.
    ContactPhone: str | None
    # The country of the manufacturer's first code that names one.
    Country: str | None
    # Not in NHTSA's published data.
    DBAs: str | None
    # Always empty: NHTSA does not publish it.
    EquipmentItems: list[VpicGetManufacturerDetailsResultsEquipmentItems]
    # Not in NHTSA's published data.
    LastUpdated: str | None
    # Always empty: NHTSA does not publish it.
    ManufacturerTypes: list[VpicGetManufacturerDetailsResultsEquipmentItems]
    # Not in NHTSA's published data.
    Mfr_CommonName: str | None
    # The manufacturer's number.
    Mfr_ID: int
    # The manufacturer's name.
    Mfr_Name: str
    # Not in NHTSA's published data.
    OtherManufacturerDetails: str | None
    # Not in NHTSA's published data.
    PostalCode: str | None
    # Not in NHTSA's published data.
    PrimaryProduct: str | None
    # Not in NHTSA's published data.
    PrincipalFirstName: str | None
    # Not in NHTSA's published data.
    PrincipalLastName: str | None
    # Not in NHTSA's published data.
    PrincipalPosition: str | None
    # Not in NHTSA's published data.
    StateProvince: str | None
    # Not in NHTSA's published data.
    SubmittedName: str | None
    # Not in NHTSA's published data.
    SubmittedOn: str | None
    # Not in NHTSA's published data.
    SubmittedPosition: str | None
    # The vehicle types for which the manufacturer has codes.
    VehicleTypes: list[VpicGetManufacturerDetailsResultsVehicleTypes]


class VpicGetManufacturerDetails(TypedDict):
    # The number of results; for a flat decode, of variables.
    Count: int
    # The message of vPIC.
    Message: str
    # The request, in vPIC's words.
    SearchCriteria: str | None
    # The results.
    Results: list[VpicGetManufacturerDetailsResults]


class VpicGetVehicleVariableListResults(TypedDict):
    # `string`, `int`, `decimal` or `lookup`.
    DataType: str
    # What the variable means, as HTML.
    Description: str
    # The group of variables that it belongs to.
    GroupName: str | None
    # The variable's number.
    ID: int
    # The variable's name.
    Name: str


class VpicGetVehicleVariableList(TypedDict):
    # The number of results; for a flat decode, of variables.
    Count: int
    # The message of vPIC.
    Message: str
    # The request, in vPIC's words.
    SearchCriteria: str | None
    # The results.
    Results: list[VpicGetVehicleVariableListResults]


class VpicGetVehicleVariableValuesListResults(TypedDict):
    # The variable's name.
    ElementName: str
    # The value's number.
    Id: int
    # The value.
    Name: str


class VpicGetVehicleVariableValuesList(TypedDict):
    # The number of results; for a flat decode, of variables.
    Count: int
    # The message of vPIC.
    Message: str
    # The request, in vPIC's words.
    SearchCriteria: str | None
    # The results.
    Results: list[VpicGetVehicleVariableValuesListResults]


class VpicGetPartsResults(TypedDict):
    # The address of the cover letter.
    CoverLetterURL: str
    # The letter's day.
    LetterDate: str
    # The manufacturer's number.
    ManufacturerId: int
    # The manufacturer's name.
    ManufacturerName: str
    # The first model year.
    ModelYearFrom: int | None
    # The last model year.
    ModelYearTo: int | None
    # The letter's name.
    Name: str
    # The part of the regulation.
    Type: str
    # The address of the letter.
    URL: str


class VpicGetParts(TypedDict):
    # The number of results; for a flat decode, of variables.
    Count: int
    # The message of vPIC.
    Message: str
    # The request, in vPIC's words.
    SearchCriteria: str | None
    # The results.
    Results: list[VpicGetPartsResults]


class VpicGetEquipmentPlantCodesResults(TypedDict):
    # The street.
    Address: str | None
    # The city.
    City: str | None
    # The country.
    Country: str
    # The plant's code.
    DOTCode: str
    # The plant's name.
    Name: str
    # The plant's previous code.
    OldDotCode: str
    # The postal code.
    PostalCode: str | None
    # The state or province.
    StateProvince: str | None
    # Whether the plant is active.
    Status: str | None


class VpicGetEquipmentPlantCodes(TypedDict):
    # The number of results; for a flat decode, of variables.
    Count: int
    # The message of vPIC.
    Message: str
    # The request, in vPIC's words.
    SearchCriteria: str | None
    # The results.
    Results: list[VpicGetEquipmentPlantCodesResults]


class VpicGetCanadianVehicleSpecificationsResultsSpecs(TypedDict):
    # The dimension's name.
    Name: str
    # The dimension's value.
    Value: str


class VpicGetCanadianVehicleSpecificationsResults(TypedDict):
    # The vehicle's dimensions.
    Specs: list[VpicGetCanadianVehicleSpecificationsResultsSpecs]


class VpicGetCanadianVehicleSpecifications(TypedDict):
    # The number of results; for a flat decode, of variables.
    Count: int
    # The message of vPIC.
    Message: str
    # The request, in vPIC's words.
    SearchCriteria: str | None
    # The results.
    Results: list[VpicGetCanadianVehicleSpecificationsResults]


class VpicRoutesResults(TypedDict):
    # The operation's name at vPIC.
    Name: str
    # `GET` or `POST`.
    Method: str
    # The operation's path, with its parameters in braces.
    Path: str
    # The names of its query parameters, separated by commas.
    Query: str
    # What the operation does.
    Summary: str


class VpicRoutes(TypedDict):
    # The number of results; for a flat decode, of variables.
    Count: int
    # The message of vPIC.
    Message: str
    # The request, in vPIC's words.
    SearchCriteria: str | None
    # The results.
    Results: list[VpicRoutesResults]


class WatchPage(TypedDict):
    # In the order of their VINs.
    items: list[Watch]
    # The number of this page.
    page: int
    # Entries per page, 1 to 1000.
    page_size: int
    # The VINs that are watched.
    total: int
    # The VINs that the plan allows.
    limit: int
    # The `after` of the next page; null at the end.
    next: str | None
    # The last comparison of each lookup's records; none of lookups that were never compared.
    comparisons: list[WatchComparison]


class Watch(TypedDict):
    # The VIN, in capital letters without spaces.
    vin: str
    # The lookups that are watched, by their API.
    families: list[Literal["auction", "saleshistory", "lien", "oem-vin-decode", "open-recall"]]
    # When it was created.
    created_at: str


class WatchComparison(TypedDict):
    # The lookup, by its API.
    family: Literal["auction", "saleshistory", "lien", "oem-vin-decode", "open-recall"]
    # When other records became current.
    changed_at: str
    # When all watched VINs were compared.
    compared_at: str
    # The events `watch.changed` that it made for this subscription.
    events: int


class PlacedWatchesRefusals(TypedDict):
    # The number of the line, counted from 1.
    line: int
    # What the line has in place of a VIN, cut to 40 characters.
    vin: str
    # The reason, for the ledger.
    reason: str


class PlacedWatches(TypedDict):
    # Lines read, empty ones and a header included.
    lines: int
    # VINs that were not watched before.
    added: int
    # VINs of which other families are watched now.
    changed: int
    # VINs that are no longer watched.
    removed: int
    # Lines without effect.
    refused: int
    # The first 100 of them.
    refusals: list[PlacedWatchesRefusals]
    # The VINs that are watched now.
    total: int
    # The VINs that the plan allows.
    limit: int


class WatchBody(TypedDict, total=False):
    # What to watch, by API; all that the plan includes if it is left out.
    families: list[Literal["auction", "saleshistory", "lien", "oem-vin-decode", "open-recall"]]


class TextWithVins(TypedDict):
    # An e-mail, a page as text, or the output of OCR.
    text: str


class VinsInTextDataVins(TypedDict):
    # What the text has there.
    found: str
    # Its first character, counted from 0 in Unicode code points: what Python counts, and `[...text]` of JavaScript.
    start: int
    # The first character after it.
    end: int
    # The VIN that was read; null if what is there is too damaged.
    vin: str | None
    # What was repaired: `around` (stars or quotes around it were left out), `leading_i` (the I before it, which scanners read from labels of imported vehicles, was left out), `alphabet` (letters of another alphabet that look the same were read as Latin ones), `o` (the letter O was read as 0), `i` (the letter I was read as 1), `q` (the letter Q was read as the digit that makes the check digit right).
    repairs: list[Literal["around", "leading_i", "alphabet", "o", "i", "q"]]
    # Whether the check digit is right. Outside North America a VIN need not have one.
    valid: bool
    # VINs that may be meant where the VIN is null or its check digit wrong, at most 9: each has a right check digit and a known model, and differs by one fault. They are proposals.
    candidates: list[str]


class VinsInTextData(TypedDict):
    """The response body."""

    # The VINs of known manufacturers, in the order of the text.
    vins: list[VinsInTextDataVins]
    # Whether the text has more than 1000: the first ones are listed.
    truncated: bool


class VinsInText(TypedDict):
    # `success`.
    status: Literal["success"]
    # The response body.
    data: VinsInTextData


class OAuthError(TypedDict):
    # The code of RFC 6749, 7591 or 8707.
    error: Literal["invalid_request", "invalid_client", "invalid_grant", "invalid_target", "invalid_redirect_uri", "invalid_client_metadata", "unsupported_grant_type", "unsupported_response_type", "temporarily_unavailable", "access_denied"]
    # The reason, for people.
    error_description: str


class AssistantRequestSubscriptions(TypedDict):
    # The id.
    id: str
    # The name.
    name: str
    # Null without a product.
    plan: str | None
    # Whose it is: the user, or an organization.
    account: str
    # Null if unlimited.
    credits_remaining: int | None
    # A limit to begin with, as the plan says.
    credits_per_day: int


class AssistantRequest(TypedDict):
    # Of the program, by its own words.
    name: str
    # Where the user returns: a host, or `this computer`.
    host: str
    # The whole address to which the user returns.
    redirect_uri: str
    # What is wrong with the request; the program learns it from `POST /assistants/deny`.
    fault: str | None
    # Those that the user can choose, its own first.
    subscriptions: list[AssistantRequestSubscriptions]


class ConnectAssistantRequest(TypedDict):
    # As the address of the console's page has it.
    request: str
    # One of those that the request lists.
    subscription_id: str
    # The most credits that the assistant spends per day (UTC).
    credits_per_day: int


class AssistantReturn(TypedDict):
    # Where the browser goes now. It can contain a code: valid once, for 2 minutes.
    redirect_url: str


class DenyAssistantRequest(TypedDict):
    # As the address of the console's page has it.
    request: str


class Assistant(TypedDict):
    # The id.
    id: str
    # Of the program, by its own words.
    name: str
    # Where the user returned: a host, or `this computer`.
    host: str
    # The subscription's ID.
    subscription_id: str
    # The subscription's display name.
    subscription_name: str
    # Whose subscription it is: the user's, or an organization's.
    account: str
    # The most credits that it spends per day (UTC).
    credits_per_day: int
    # Spent since midnight (UTC), with calls that have not ended.
    credits_today: int
    # Spent since the first of the month (UTC).
    credits_this_month: int
    # When the assistant received its first tokens.
    connected_at: str
    # Accurate to a minute; null if it was never used.
    last_used_at: str | None


class AssistantPatch(TypedDict):
    # The most credits that the assistant spends per day (UTC).
    credits_per_day: int


class PaymentQuoteTax(TypedDict):
    """As an invoice of today would have it."""

    # In hundredths of a percent: 1900 is 19 %.
    rate: int
    # Of EN 16931: S, Z, E, AE, G or O.
    category: str
    # Why; empty for the usual rate.
    reason: str
    # The amount of the tax.
    minor: int


class PaymentQuote(TypedDict):
    # The subscription's ID.
    subscription_id: str
    # As it was requested.
    kind: Literal["plan", "package", "renewal"]
    # What is bought.
    text: str
    # The product's ID; null for a subscription without a product.
    product_id: str
    # The version of the product's offer.
    offer_version: int
    # The code of ISO 4217.
    currency: str
    # Without tax.
    net_minor: int
    # As an invoice of today would have it.
    tax: PaymentQuoteTax
    # What is paid now, with tax.
    minor: int
    # Credits that it pays for.
    credits: int
    # When what is bought begins.
    starts_at: str
    # When the credits expire; null if they do not.
    expires_at: str | None
    # How it can be paid: `saved` is the saved card.
    methods: list[Literal["saved", "card", "transfer"]]
    # For example Visa ending 4242.
    saved_method: str | None
    # Whether the account's billing details lack the country, the address or the city: until they are entered it cannot be paid, and the tax is that of the seller's country.
    details_needed: bool


class _PaymentRequestRequired(TypedDict):
    # The subscription's ID.
    subscription_id: str
    # `plan`: another plan from now on. `package`: credits on top. `renewal`: a period that is not paid.
    kind: Literal["plan", "package", "renewal"]
    # The sum that the caller saw, with tax; another one is refused with 409.
    minor: int
    # That of the sum.
    currency: str
    # `saved`: the saved card, charged immediately. `card`: on the page of `checkout_url`.
    method: Literal["saved", "card", "transfer"]


class PaymentRequest(_PaymentRequestRequired, total=False):
    # Of a plan.
    product_id: str
    # Of a package of the subscription's plan.
    package_id: str
    # The number of the period.
    period: int


class PaymentTransfer(TypedDict):
    # What the payer writes with the transfer.
    reference: str
    # The name of the account; null until the seller's data are entered.
    recipient: str | None
    # Null if the seller has none.
    iban: str | None
    # Null if the seller has none.
    bic: str | None
    # What else is needed; null for nothing.
    text: str | None


class Payment(TypedDict):
    # The id.
    id: str
    # The user who pays.
    account_id: str
    # The subscription's ID.
    subscription_id: str
    # `plan`: a plan that begins with it. `renewal`: a period. `overage`: credits beyond a plan's, paid afterwards.
    kind: Literal["plan", "renewal", "package", "automatic", "overage"]
    # What it pays for.
    description: str
    # The plan that it is bought for, or in.
    product_id: str
    # The package; null if it pays for something else.
    package_id: str | None
    # The number of the period; null without one.
    period: int | None
    # `requested` until the provider has it, `pending` until the money has arrived. `reversed`: a dispute was lost.
    state: Literal["requested", "pending", "paid", "failed", "part_refunded", "refunded", "disputed", "reversed", "cancelled"]
    # Without tax, in minor units.
    net_minor: int
    # What is paid, with tax, in minor units.
    minor: int
    # The code of ISO 4217.
    currency: str
    # What has arrived.
    received_minor: int
    # What was returned.
    refunded_minor: int
    # `manual`: by transfer, recorded by an operator.
    provider: Literal["manual", "stripe"]
    # For example Visa ending 4242; null until known.
    method: str | None
    # Since when it is being debited, which takes days: there is nothing to do. Null if it is not.
    debit_at: str | None
    # Why the last attempt failed; null if none did.
    failure: str | None
    # How often it was charged, or asked for.
    attempts: int
    # When it is charged again; null if it is not.
    next_attempt_at: str | None
    # What an operator must decide; null without a problem.
    problem: str | None
    # `inquiry`: the bank asks, and has taken nothing. Null if it was never disputed.
    dispute: Literal["inquiry", "open", "won", "lost"] | None
    # Credits that it pays for.
    credits: int
    # Removed by refunds and lost disputes.
    credits_removed: int
    # Spent before a reversal, and not yet taken from later credits.
    credits_owed: int
    # Not spendable while the payment is disputed.
    credits_set_aside: int
    # Where a card is entered; null if there is no such page.
    checkout_url: str | None
    # How it is paid by transfer; null for a card.
    transfer: PaymentTransfer | None
    # The invoice; null until it is issued.
    paper_id: str | None
    # When it was created.
    created_at: str
    # When all of it had arrived; null before.
    paid_at: str | None


class _ReceivedTransferRequired(TypedDict):
    # The id.
    id: str
    # `stripe`: money of a payment that is not here.
    provider: Literal["manual", "stripe"]
    # In minor units.
    minor: int
    # The code of ISO 4217.
    currency: str
    # What the payer wrote.
    reference: str
    # As the bank names it.
    sender: str
    # The sender's IBAN or another number; empty if it is not known.
    sender_account: str
    # `returned`: to its sender.
    state: Literal["unmatched", "matched", "returned"]
    # The payment that it pays; null without one.
    payment_id: str | None
    # When the bank received it.
    received_at: str


class ReceivedTransfer(_ReceivedTransferRequired, total=False):
    # In the list, of an unmatched transfer: the payments that it may be for, the likeliest first.
    proposals: list[TransferProposal]


class TransferProposal(TypedDict):
    # For `POST /payments/transfers/{id}/match`.
    payment_id: str
    # The user who pays it.
    account_id: str
    # What it pays for.
    description: str
    # What is left to pay of it.
    due_minor: int
    # The code of ISO 4217.
    currency: str
    # `reference`, `invoice`: the text has its reference, or its invoice's number. `similar_reference`: one that differs by a character. `sender_account`, `sender_name`: those of its customer. `amount`: exactly this is due.
    reasons: list[Literal["reference", "invoice", "similar_reference", "sender_account", "sender_name", "amount"]]


class _TransferRequestRequired(TypedDict):
    # The bank's own ID of the transfer: one is recorded once.
    bank_ref: str
    # In minor units.
    minor: int
    # The code of ISO 4217.
    currency: str
    # What the payer wrote.
    reference: str


class TransferRequest(_TransferRequestRequired, total=False):
    # As the bank names it.
    sender: str
    # Now if absent.
    received_at: str


class MatchRequest(TypedDict):
    # An open payment. One of a period, or of its use, can be by card unless the card is being charged.
    payment_id: str


class ImportedTransfersColumns(TypedDict):
    # As the file has it.
    name: str
    # What is read from it; none if it is not read.
    members: list[str]


class ImportedTransfersQuestion(TypedDict):
    # The parameter that answers it.
    needs: Literal["map", "dates", "decimals", "currency"]
    # What the file does not show.
    text: str


class ImportedTransfersCounts(TypedDict):
    """Lines by their outcome."""

    # Received on the payment that they name.
    matched: int
    # Unmatched, with proposals; or a refund that was paid out and is open.
    proposed: int
    # Unmatched, without one.
    unknown: int
    # Recorded before.
    known: int
    # Paid out and no refund, or not booked.
    ignored: int


class ImportedTransfersLines(TypedDict):
    # The line of a table, or the number of an entry of a statement.
    line: int
    # `matched` with the payment whose reference it has. `proposed`: payments, or a refund that it has paid out, are likely. `unknown`: none is. `known`: it is recorded already. `ignored`: it is no money that was received.
    outcome: Literal["matched", "proposed", "unknown", "known", "ignored"]
    # Why it is not matched, or not recorded. `less`, `more`, `currency`, `paid`, `not_open`: what is due of the payment that it names is another sum. `recorded_by_hand`: an operator has recorded this money on the payment. `refund`, `refund_sent`: it has paid out a refund by transfer that is open, or was noted as sent. `other_format`: account, day, amount and text are those of a line that was imported in another format, which `transfer_id` names.
    note: Literal["debit", "pending", "reversal", "recorded", "recorded_by_hand", "repeated", "named_twice", "no_details", "several", "paid", "not_open", "currency", "less", "more", "refund", "refund_sent", "other_format"] | None
    # When it was booked.
    day: str
    # In minor units; below 0 for what was paid out.
    minor: int
    # The code of ISO 4217.
    currency: str
    # What the payer wrote.
    reference: str
    # As the bank names it.
    sender: str
    # The payment that it pays; null without one.
    payment_id: str | None
    # Its transfer; null if none is recorded.
    transfer_id: str | None
    # Of one that was imported in another format: its line in that file; null if it is not known.
    other_line: int | None
    # The refund by transfer that it has paid out, for `POST /payments/refunds/{id}/sent` if its note is `refund`; null without one.
    refund_id: str | None
    # The payments that it may be for, the likeliest first.
    proposals: list[TransferProposal]


class ImportedTransfersRefused(TypedDict):
    # As in `lines`.
    line: int
    # Why it cannot be read.
    reason: str


class ImportedTransfers(TypedDict):
    # Whether nothing was changed.
    dry_run: bool
    # As the file shows.
    format: Literal["camt.053", "csv"]
    # The columns of a table.
    columns: list[ImportedTransfersColumns]
    # With `dry_run`: what must be said before lines can be read; null if they were read.
    question: ImportedTransfersQuestion | None
    # Lines by their outcome.
    counts: ImportedTransfersCounts
    # All lines of the file, in its order.
    lines: list[ImportedTransfersLines]
    # Lines that cannot be read.
    refused: list[ImportedTransfersRefused]


class PaymentProviderProblems(TypedDict):
    # What it is, for programs.
    code: str
    # What is wrong.
    found: str
    # What to do.
    advice: str
    # When it was found first.
    since: str


class PaymentProvider(TypedDict):
    # The way of `GET /payments/settings`.
    payments: Literal["off", "invoice", "manual", "stripe"]
    # Of the provider's key; null if it does not say.
    mode: Literal["live", "test"] | None
    # When the last signed event came.
    heard_at: str | None
    # When events were read last, to find those that have not come.
    read_at: str | None
    # Signed events of the last day that are of nothing this service has made. They change nothing.
    unknown_events: int
    # Events with a wrong signature since the last right one.
    refused_events: int
    # What an operator must change, at the provider or in the settings.
    problems: list[PaymentProviderProblems]


class UnmatchedReturn(TypedDict):
    # The id.
    id: str
    # The charge, by the provider's own ID.
    provider_ref: str
    # The payment that it was made for.
    payment_id: str
    # The code of ISO 4217.
    currency: str
    # What the charge took, in minor units.
    received_minor: int
    # What was returned of it.
    refunded_minor: int
    # Null if it was never disputed.
    dispute: Literal["inquiry", "open", "won", "lost"] | None
    # Of its dispute, in minor units.
    disputed_minor: int
    # `closed`: by an operator.
    state: Literal["unmatched", "matched", "closed"]
    # When it was heard of first.
    created_at: str


class PaymentSettings(TypedDict):
    # How what has a price is paid: not at all, by the operator's own invoices, by transfer, or by card too.
    payments: Literal["off", "invoice", "manual", "stripe"]
    # `environment` if VINGATE_PAYMENTS is set, which wins; null if nothing was chosen yet.
    chosen_by: Literal["environment", "operator"] | None
    # What is not entered yet: nothing is sold by transfer or card without it.
    missing: list[Literal["seller", "taxes"]]


class PaymentSettingsRequest(TypedDict):
    # Cards need VINGATE_PAYMENTS=stripe and a key.
    payments: Literal["off", "invoice", "manual"]


class RefundTransfer(TypedDict):
    # The id.
    id: str
    # The payment of which it returns money.
    payment_id: str
    # The user who paid.
    account_id: str
    # What is sent, in minor units.
    minor: int
    # The code of ISO 4217.
    currency: str
    # Whose bank account it is; empty if it is not known.
    recipient: str
    # The IBAN, or another number where there are none.
    account: str
    # What the transfer names: the number of its credit note, or the payment's reference.
    reference: str
    # Its credit note; null if the payment has no invoice.
    paper_id: str | None
    # On the credit note.
    reason: str
    # `open`: an operator has not sent it yet.
    state: Literal["open", "sent"]
    # When it was created.
    created_at: str
    # When it was sent; null while it is open.
    sent_at: str | None
    # Who noted that it was sent; for operators.
    sent_by: str | None


class SentRefundRequest(TypedDict, total=False):
    # When the bank sent it. Now if absent.
    sent_at: str


class MoneyLine(TypedDict):
    # Of the object that its kind names; of a period, its subscription and number.
    id: str
    # `period`: one that no payment is requested for. `transfer`, `return`: money that no payment has. `correction`: a credit note, or an invoice that takes one back.
    kind: Literal["payment", "period", "transfer", "return", "refund", "correction"]
    # `ended`: nothing is owed, and nothing was paid.
    state: Literal["problem", "due", "paid", "refunded", "ended"]
    # Why it is in its state.
    detail: Literal["not_matched", "not_here", "disputed", "inquiry", "decision", "declined", "card_pending", "debited", "planned", "by_transfer", "late", "unpaid", "paid", "returned", "to_send", "sent", "taken_back", "cancelled"]
    # When it lapses, starts or was sent; null if it has no such time.
    until: str | None
    # What an operator can do with it next; null for nothing.
    action: Literal["record", "match", "sent", "answer", "ask", "decide", "close", "settle"] | None
    # Whether an operator must do something.
    needs_action: bool
    # When it was paid, issued or received; of what is due, when it was ordered.
    at: str
    # Of its invoice or credit note; null without one.
    number: str | None
    # Of its payment; of a transfer, what its payer wrote.
    reference: str
    # The user who pays; null if it is not known.
    account_id: str | None
    # The user's name, or the sender's; empty if it is not known.
    customer: str
    # In the billing details.
    company: str | None
    # What is paid for.
    description: str
    # In minor units, with tax: what is due, received or, below zero, returned. Of a `period`, without tax.
    minor: int
    # The code of ISO 4217.
    currency: str
    # For example Visa ending 4242; null until known.
    method: str | None
    # What an operator must decide; null for nothing.
    problem: str | None
    # Its payment; null without one.
    payment_id: str | None
    # Its invoice or credit note; null without one.
    paper_id: str | None
    # The number of the invoice that it corrects.
    corrects: str | None


class MoneySumsItem(TypedDict):
    # The state of the lines.
    state: Literal["problem", "due", "paid", "refunded", "ended"]
    # The code of ISO 4217.
    currency: str
    # How many lines.
    lines: int
    # Their sum in minor units; of what was returned, below zero.
    minor: int
    # How many of them an operator must do something about.
    needs_action: int




class RestoredPaymentsListing(TypedDict):
    # `skipped`: no provider is set.
    state: Literal["due", "skipped", "done"]
    # The last moment that the database had.
    since: str
    # Charges, pages, refunds and disputes that are listed and matched so far.
    handled: int
    # Why it failed the last time; it is tried again.
    failure: str | None


class RestoredPayments(TypedDict):
    # What the provider took since the backup. Null if the database never went back.
    listing: RestoredPaymentsListing | None
    # Charges that must be matched or returned before the service resumes.
    undecided: int
    # The first 100 of them.
    charges: list[LostCharge]


class LostCharge(TypedDict):
    # The charge, by the provider's own ID.
    provider_ref: str
    # The payment that it was made for, which is lost.
    payment_id: str
    # Null if the charge does not name it.
    subscription_id: str | None
    # What it paid for: `renewal`, `overage`, `plan`, `package`, `automatic`.
    kind: str | None
    # The number of the period; null for what has none.
    period: int | None
    # What the charge is of, in minor units.
    minor: int
    # The code of ISO 4217.
    currency: str
    # What was returned of it.
    refunded_minor: int
    # Null if it was never disputed.
    dispute: Literal["inquiry", "open", "won", "lost"] | None
    # By the provider's clock.
    charged_at: str
    # False while it is being debited.
    has_arrived: bool
    # `kept`: the payment of its period gets it in place of another charge.
    state: Literal["undecided", "kept", "matched", "returned"]


class MatchLostChargeRequest(TypedDict, total=False):
    # A payment of the same sum for which no money has arrived.
    payment_id: str
    # Gets what the charge paid for: its period, or the package of this price. Name this or `payment_id`.
    subscription_id: str


class _ReceivedRequestRequired(TypedDict):
    # What has arrived now; the rest stays due.
    minor: int


class ReceivedRequest(_ReceivedRequestRequired, total=False):
    # The bank's own ID of the transfer: one is recorded once. 409 if it is recorded already.
    bank_ref: str
    # When the bank received it. Now if absent.
    received_at: str


class RefundPreview(TypedDict):
    # What is returned with this refund.
    minor: int
    # What can be returned at most.
    minor_max: int
    # Left of the credits that were paid for.
    credits_left: int
    # Removed by this refund.
    credits_removed: int
    # Spent already, and owed after it.
    credits_owed: int
    # The invoice that the credit note corrects.
    corrects: str | None
    # Who returns it, if nothing else is requested. `transfer`: an operator sends it.
    by: Literal["provider", "transfer"]
    # The account that paid by transfer, as the bank names it; null if it is not known.
    account: str | None
    # Whose bank account it is; empty if it is not known.
    recipient: str


class _RefundRequestRequired(TypedDict):
    # In minor units, with tax.
    minor: int
    # On the credit note.
    reason: str


class RefundRequest(_RefundRequestRequired, total=False):
    # Who returns it: the provider of a card, or an operator by transfer. If omitted, as it was paid. `transfer` is for cards whose provider cannot return it any more.
    by: Literal["provider", "transfer"]
    # Of a refund by transfer: where it goes. If omitted, to the account that paid, if the bank named it.
    iban: str
    # In place of an IBAN where there are none: the bank and the account.
    account: str


class AutomaticTopUp(TypedDict):
    # The subscription's ID.
    subscription_id: str
    # Whether packages are bought.
    enabled: bool
    # Credits below which a package is bought.
    threshold: int
    # What is bought.
    package_id: str
    # At most per calendar month (UTC), without tax.
    month_limit_minor: int
    # Bought this month, without tax.
    month_minor: int
    # Failed payments in a row; after three it is turned off.
    failures: int
    # Why it was turned off; null if it was not.
    stopped: str | None


class TopUpRequest(TypedDict):
    # Whether packages are bought.
    enabled: bool
    # Credits below which a package is bought.
    threshold: int
    # Of the subscription's plan.
    package_id: str
    # At most per calendar month (UTC), in minor units without tax.
    month_limit_minor: int


class SavedMethod(TypedDict):
    # The user whose card it is.
    account_id: str
    # For example Visa ending 4242; null without a saved card.
    label: str | None
    # When it was used last for a purchase; null without one.
    saved_at: str | None


class ListedStatement(TypedDict):
    # The month, in UTC.
    month: str
    # `final` once the month has ended and all its days are proved; it never changes then.
    state: Literal["final", "provisional"]
    # The calls of the proved days, free ones too.
    calls: int
    # The credits of these calls.
    credits: int


class ReceiptSalt(TypedDict):
    # 32 bytes in Base64: the key of the digests of this account's calls.
    salt: str


class Receipt(TypedDict):
    # The call ID.
    call: str
    # The subscription's ID.
    subscription_id: str
    # When the call was made: milliseconds since 1970, UTC.
    at: int
    # The operation's ID, as in this document.
    operation: str
    # `success`.
    status: int
    # The credits.
    credits: int
    # Of request ID, method and URL, with the account's salt.
    digest: str
    # The hash of its line, as in `x-receipt`.
    leaf: str
    # The day that proves it; null until it is proved.
    day: str | None
    # The line of that day in the log.
    day_line: str | None
    # Its place among the calls of the day.
    index: int | None
    # Its inclusion proof in the day.
    hashes: list[str] | None
    # The proof of the day in the log, a C2SP tlog-proof.
    proof: str | None


class Mail(TypedDict):
    # Also the local part of its Message-ID.
    id: str
    # The kind, as `GET /mails/texts` lists it.
    kind: str
    # Whose mail it is; null if it is no account's.
    user_id: str | None
    # Where it is sent.
    address: str
    # `deferred` mails are tried again; `failed` ones are not.
    state: Literal["pending", "deferred", "sent", "failed"]
    # Attempts so far.
    attempts: int
    # What the mail server said last, or why there was no response.
    response: str | None
    # When it is sent; null if it was sent or has failed.
    due_at: str | None
    # When it was created.
    created_at: str
    # When the mail server took it; null if it has not.
    sent_at: str | None


class MailStateSender(TypedDict):
    # The name.
    name: str
    # The address in `From`.
    address: str


class MailStateQueue(TypedDict):
    # The kind of the mails.
    kind: str
    # How many are to be sent.
    waiting: int
    # When the first of them is due.
    oldest_due_at: str


class MailStateMarked(TypedDict):
    # The address.
    address: str
    # What the mail server responded.
    response: str
    # When it refused the address.
    refused_at: str
    # Whose address it is; null if it is no account's.
    user_id: str | None


class MailState(TypedDict):
    # Null if the service sends no mail.
    sender: MailStateSender | None
    # Mails that are to be sent, deferred ones included.
    waiting: int
    # Mails that the server did not take yet.
    deferred: int
    # How long the oldest mail that is due has waited.
    oldest_due_seconds: int
    # What waits, by kind.
    queue: list[MailStateQueue]
    # Mails of this calendar month, UTC, that were sent.
    sent_this_month: int
    # Those of them that the server took at the first attempt.
    sent_at_first_attempt: int
    # Addresses that refuse mail.
    marked_count: int
    # Addresses that refuse mail, the latest 100.
    marked: list[MailStateMarked]


class DnsRecord(TypedDict):
    # What the record is for.
    record: Literal["SPF", "DKIM", "DMARC"]
    # The record's name.
    name: str
    # The text that it should have.
    expected: str
    # `not checked` if DNS did not respond.
    state: Literal["ok", "missing", "differs", "not checked"]
    # The text that it has; null if there is none.
    found: str | None


class TestMailRequest(TypedDict):
    # Where the test mail is sent.
    to: str


class MailText(TypedDict):
    # The kind's ID.
    kind: str
    # What the mail is about.
    title: str
    # Who receives it.
    to: Literal["customer", "operators"]
    # As edited; otherwise of the sample.
    subject: str
    # The text before the details. Paragraphs are separated by empty lines.
    intro: str
    # Whether an operator has changed the text.
    edited: bool
    # The language that has this edited text; null if it is that of all languages, or the default.
    language: Literal["en", "de", "es"] | None
    # Names that an edited text can contain in braces.
    placeholders: list[str]


class MailTextRequest(TypedDict):
    # The subject, also the heading.
    subject: str
    # The text before the details.
    intro: str


MailPreview = TypedDict(
    "MailPreview",
    {
        # The sender; empty if the service sends no mail.
        "from": "str",
        # The subject.
        "subject": "str",
        # The mail as plain text.
        "text": "str",
        # The mail as HTML.
        "html": "str",
        # The names of attached files.
        "files": "list[str]",
    },
)


class WebhookEvent(TypedDict):
    """An event, signed as Standard Webhooks describes."""

    # The type of the event.
    type: str
    # When it happened.
    timestamp: str
    # What happened.
    data: dict[str, Any]


class _GetHealthAnswerRequired(TypedDict):
    # `ok` if every check is `ok`.
    status: Literal["ok"]
    # The state of each part of the service.
    checks: dict[str, str]


class GetHealthAnswer(_GetHealthAnswerRequired, total=False):
    # For operators: the versions of the VIN decoder's data and of each family's dataset, as in `x-data-source`.
    versions: dict[str, str]
    # Calls that wait for ClickHouse; null if the database keeps single calls.
    single_calls: SystemSingleCalls | None


class GetLivenessAnswer(TypedDict):
    # `success`.
    status: str


class GetRootAnswer(TypedDict):
    # `vingate`.
    service: str
    # The version of this interface.
    version: str
    # The subscription's ID.
    subscription_id: str
    # The credits.
    credits: SubscriptionCredits
    # Links to the documentation and the console.
    links: dict[str, str]


class GetIdentityAnswerOperator(TypedDict):
    # The name.
    name: str | None
    # The email address, unique among users. Case is ignored.
    email: str | None
    # A help page, or a mailbox as a mailto URL.
    url: str | None


class GetIdentityAnswer(TypedDict):
    # `vingate`.
    service: str
    # The version of this interface.
    version: str
    # The version of the program.
    build: str
    # The node that responded; each start has its own ID.
    instance: str
    # The service's clock.
    time: str
    # Whether new users can sign up: `open` or `closed`.
    sign_up: Literal["open", "closed"]
    # The public token with which new customers sign up and sign in.
    client_token: str
    # Whether the service sends mail, such as links for forgotten passwords.
    mail: bool
    # Who operates the service, as far as the brand and the settings say; null if they say nothing.
    operator: GetIdentityAnswerOperator | None
    # Links to the documentation and the console.
    links: dict[str, str]


class SignInAnswer(TypedDict):
    # The token, shown once; send it in `Authorization`.
    token: str
    # When it ends; null if it does not end.
    expires_at: str
    # The user.
    user: User


class SignUpAnswerKeys(TypedDict):
    """The subscription's keys. Send one in `x-AuthKey`; the test key is never charged."""

    # The first key.
    primary_key: str
    # The second key.
    secondary_key: str
    # The key for tests: answered from the demo set, never charged.
    test_key: str


class SignUpAnswer(TypedDict):
    # The user.
    user: User
    # The trial subscription.
    subscription: Subscription
    # The subscription's keys. Send one in `x-AuthKey`; the test key is never charged.
    keys: SignUpAnswerKeys


class LogOutAnswer(TypedDict):
    # `success`.
    status: Literal["success"]


class CheckEmailAnswer(TypedDict):
    # The email address, unique among users. Case is ignored.
    email: str
    # Whether no user has this address.
    available: bool


class TakeAddressBackBody(TypedDict):
    # What follows the # of the link.
    return_token: str
    # The password: at least 10 characters, not a common one.
    password: str


class CreateResetLinkAnswer(TypedDict):
    # The address where the user chooses a new password.
    reset_link: str
    # The token of the link, for `POST /auth/reset`.
    reset_token: str
    # When it ends; null if it does not end.
    expires_at: str


class ResetPasswordBody(TypedDict):
    # The token of the link, for `POST /auth/reset`.
    reset_token: str
    # The password: at least 10 characters, not a common one.
    password: str


class EnterFromHostBody(TypedDict):
    # The token of the link that `vingate enter` printed, after its #.
    entry_token: str
    # The password: at least 10 characters, not a common one.
    password: str


class BeginSecondFactorAnswer(TypedDict):
    # In base 32, to type into the app.
    secret: str
    # `otpauth://…`, as the QR code of the app contains it.
    uri: str


class RemovePasskeyAnswer(TypedDict):
    # `success`.
    status: Literal["success"]
    # The id.
    id: str


class _SignInWithPasskeyAnswerRequired(TypedDict):
    # The token, shown once; send it in `Authorization`.
    token: str
    # When it ends; null if it does not end.
    expires_at: str
    # The user.
    user: User


class SignInWithPasskeyAnswer(_SignInWithPasskeyAnswerRequired, total=False):
    # If the user had none: each works once, with the password, in place of the passkey. They are shown only now.
    recovery_codes: list[str]


class EndOtherSessionsAnswer(TypedDict):
    # How many sessions were ended.
    ended: int


class CloseAccountBody(TypedDict):
    # The account's own, so that no other account is closed.
    email: str


class CloseAccountAnswer(TypedDict):
    # The id.
    id: str
    # What stays although the account is closed.
    kept: list[AccountClosingKept]


class _SignUpUserAnswerRequired(TypedDict):
    # The user.
    user: User
    # The trial subscription.
    subscription: Subscription
    # The subscription's keys. Send one in `x-AuthKey`; the test key is never charged.
    keys: SignUpAnswerKeys


class SignUpUserAnswer(_SignUpUserAnswerRequired, total=False):
    # The generated password, shown once; absent if one was sent.
    password: str


class PatchUserBody(TypedDict, total=False):
    # The email address, unique among users. Case is ignored.
    email: str
    # The first name, 1 to 100 characters.
    first_name: str
    # The last name, 1 to 100 characters.
    last_name: str
    # The password: at least 10 characters, not a common one.
    password: str
    # Required with a new `password` or `email`, except when an operator changes another user.
    current_password: str
    # Replaces all attributes.
    attributes: dict[str, Any]
    # An `operator` can do what its `operator_role` permits; a `customer` can only use its own data.
    role: Literal["operator", "customer"]
    # What an operator may do. If omitted, the first operator is `owner`, others keep their role or are `support`.
    operator_role: Literal["owner", "support", "billing", "data"] | None
    # Only an `active` user can sign in and make calls.
    state: Literal["active", "blocked", "pending"]
    # Of the account's mails and invoices.
    language: Literal["en", "de", "es"]
    # A note that only operators see.
    note: str | None
    # The id.
    id: str
    # Cannot be changed.
    kind: Any
    # The credits.
    credits: Any
    # Cannot be changed.
    email_confirmed: Any
    # When the user was created.
    registered_at: Any
    # When it was last changed.
    updated_at: Any


class PutMemberAnswer(TypedDict):
    # The user's ID.
    user_id: str
    # What the member may do, as `GET /roles` lists it.
    role: Literal["owner", "developer", "billing"]


class DeleteMemberAnswer(TypedDict):
    # `success`.
    status: Literal["success"]
    # The user's ID.
    user_id: str


class AcceptInvitationAnswer(TypedDict):
    # The organization of the new member.
    organization_id: str
    # Of the organization.
    name: str
    # What the member may do, as `GET /roles` lists it.
    role: Literal["owner", "developer", "billing"]


class CreateUserTokenAnswer(TypedDict):
    # The token, shown once; send it in `Authorization`.
    token: str
    # When it ends; null if it does not end.
    expires_at: str


class RevokeUserTokenAnswer(TypedDict):
    # `success`.
    status: Literal["success"]
    # The user's ID.
    id: str


class PatchSubscriptionBody(TypedDict, total=False):
    # `/products/{id}`; operators may also use `/apis/{id}` and `/apis`.
    scope: str
    # Default: the caller.
    owner_id: str
    # Default: the name of the product.
    display_name: str
    # Only `active` subscriptions can make calls.
    state: Literal["active", "suspended", "submitted", "rejected", "cancelled", "expired"]
    # The reason for its state, shown to its owner.
    state_comment: str | None
    # When it ends; null if it does not end.
    expires_at: str | None
    # The first key.
    primary_key: str
    # The second key.
    secondary_key: str


class BumpSandboxAnswer(TypedDict):
    # The ID of the ledger entry.
    id: str
    # The subscription's ID.
    subscription_id: str
    # The number of credits granted.
    credits: int
    # The remaining credits right after the grant.
    remaining: int
    # The reason, for the ledger.
    reason: str | None
    # Repeated calls with the same key have one effect.
    idempotency_key: str | None
    # When it was created.
    created_at: str


class AdjustCreditsAnswer(TypedDict):
    # The ID of the ledger entry.
    id: str
    # The subscription's ID.
    subscription_id: str
    # The credits added; negative if credits were removed.
    change: int
    # The remaining credits right after the change.
    remaining: int
    # The reason, for the ledger.
    reason: str | None
    # Repeated calls with the same key have one effect.
    idempotency_key: str | None
    # When it was created.
    created_at: str


class DeleteGrantAnswer(TypedDict):
    # `success`.
    status: Literal["success"]
    # The credits that were removed.
    removed: int


class RegeneratePrimaryKeyBody(TypedDict, total=False):
    # The number of seconds for which the old key still works.
    grace_seconds: int


class FindKeysBody(TypedDict):
    # A key, its beginning of at least 8 characters, or its masked form, for example `vgk_F8wV…M49Un`.
    key: str


class PutProductAnswer(TypedDict):
    # The id.
    id: str
    # The display name.
    display_name: str
    # A description for readers.
    description: str
    # The terms of use, as text.
    terms: str
    # This member is stored but has no effect: every lookup needs a key.
    subscription_required: bool
    # Whether new subscriptions need an operator's approval.
    approval_required: bool
    # How many subscriptions one user may ever have. null: no limit for operators; one that customers create themselves, if approval is automatic and credits are granted.
    subscriptions_limit: int | None
    # Customers see and subscribe to published products only. Existing subscriptions are not affected.
    state: Literal["published", "not_published"]
    # Credits granted to each new subscription; null for unlimited credits.
    credits_granted: int | None
    # Only operators see its `ip_filter`.
    policy: Policy
    # When it was created.
    created_at: str
    # When it was last changed.
    updated_at: str
    # Members that were reset to their defaults because the request omitted them.
    reset: list[str]


class GetProductPolicyAnswer(TypedDict):
    # The product's ID; null for a subscription without a product.
    product_id: str
    # The rules for calls of the product's subscriptions.
    policy: Policy


class TestApiAnswer(TypedDict):
    # The URL that was requested, without credentials.
    url: str
    # Whether credentials were sent.
    auth_sent: bool
    # The backend's status; null without a response.
    response_code: int | None
    # The media type of the response; null if it names none.
    content_type: str | None
    # Milliseconds until the response's headers came, or until the failure.
    time: float
    # The first 2,000 characters of the response, without the credential; null if it is not text.
    body: str | None
    # Whether the body is longer.
    truncated: bool
    # The code that a caller of the API would get; null with a response.
    error_code: str | None
    # Why there is no response, and what to do.
    reason: str | None


class ReportBySubscriptionAnswerItems(TypedDict):
    # The subscription's ID.
    subscription_id: str
    # The display name of the subscription.
    subscription_name: str
    # Calls with status 2xx or 304.
    call_count_success: int
    # Calls with status 401, 402, 403 or 429.
    call_count_blocked: int
    # Calls with status 400, 422 or 5xx.
    call_count_failed: int
    # Calls with status 404 or any other.
    call_count_other: int
    # The number of calls.
    call_count_total: int
    # The credits.
    credits: int
    # The size of the response bodies before they are compressed, in bytes.
    bandwidth: int
    # Calls that repeated a charged one, free.
    cache_hit_count: int
    # Always 0.
    cache_miss_count: int
    # Milliseconds.
    api_time_avg: float
    # Milliseconds.
    api_time_min: float
    # Milliseconds.
    api_time_max: float
    # Milliseconds.
    service_time_avg: float
    # Milliseconds.
    service_time_min: float
    # Milliseconds.
    service_time_max: float
    # The failed calls with a 5xx status. Older calls, from before this was recorded, are not included.
    call_count_fault: int


class ReportBySubscriptionAnswer(TypedDict):
    # The entries of this page.
    items: list[ReportBySubscriptionAnswerItems]
    # The number of this page.
    page: int
    # Entries per page, 1 to 1000.
    page_size: int
    # The number of entries on all pages.
    total: int
    # The start of the time range, inclusive.
    timestamp_ge: str
    # The end of the time range, inclusive.
    timestamp_le: str


class ReportByUserAnswerItems(TypedDict):
    # The user's ID.
    user_id: str
    # Empty for a deleted user.
    user_email: str
    # Calls with status 2xx or 304.
    call_count_success: int
    # Calls with status 401, 402, 403 or 429.
    call_count_blocked: int
    # Calls with status 400, 422 or 5xx.
    call_count_failed: int
    # Calls with status 404 or any other.
    call_count_other: int
    # The number of calls.
    call_count_total: int
    # The credits.
    credits: int
    # The size of the response bodies before they are compressed, in bytes.
    bandwidth: int
    # Calls that repeated a charged one, free.
    cache_hit_count: int
    # Always 0.
    cache_miss_count: int
    # Milliseconds.
    api_time_avg: float
    # Milliseconds.
    api_time_min: float
    # Milliseconds.
    api_time_max: float
    # Milliseconds.
    service_time_avg: float
    # Milliseconds.
    service_time_min: float
    # Milliseconds.
    service_time_max: float
    # The failed calls with a 5xx status. Older calls, from before this was recorded, are not included.
    call_count_fault: int


class ReportByUserAnswer(TypedDict):
    # The entries of this page.
    items: list[ReportByUserAnswerItems]
    # The number of this page.
    page: int
    # Entries per page, 1 to 1000.
    page_size: int
    # The number of entries on all pages.
    total: int
    # The start of the time range, inclusive.
    timestamp_ge: str
    # The end of the time range, inclusive.
    timestamp_le: str


class ReportTimeseriesAnswerBuckets(TypedDict):
    # When it happened.
    timestamp: str
    # The number of calls.
    total: int
    # Calls with a 2xx or 304.
    success: int
    # Calls with a 401, 402, 403 or 429.
    blocked: int
    # Calls with a 400, 422 or 5xx.
    failed: int
    # All other calls.
    other: int
    # The credits charged.
    credits: int
    # The size of the response bodies before they are compressed, in bytes.
    bandwidth: int
    # Milliseconds.
    api_time_avg: float
    # The failed calls with a 5xx status. Older calls, from before this was recorded, are not included.
    fault: int


class ReportTimeseriesAnswer(TypedDict):
    # The length of a bucket.
    granularity: Literal["minute", "hour", "day", "week", "month"]
    # The start of the time range, inclusive.
    timestamp_ge: str
    # The end of the time range, inclusive.
    timestamp_le: str
    # The buckets, oldest first; those without calls contain zeros.
    buckets: list[ReportTimeseriesAnswerBuckets]


class ReportByKeyAnswerItems(TypedDict):
    # The subscription's ID.
    subscription_id: str
    # The display name of the subscription.
    subscription_name: str
    # The user who owns the subscription now.
    user_id: str
    # The slot of the key, also if it was replaced. Null for calls from before keys were recorded.
    key: Literal["primary", "secondary", "test"] | None
    # Calls with status 2xx or 304.
    call_count_success: int
    # Calls with status 401, 402, 403 or 429.
    call_count_blocked: int
    # Calls with status 400, 422 or 5xx.
    call_count_failed: int
    # Calls with status 404 or any other.
    call_count_other: int
    # The number of calls.
    call_count_total: int
    # The failed calls with a 5xx status. Older calls, from before this was recorded, are not included.
    call_count_fault: int
    # The credits.
    credits: int
    # When the newest of them was made.
    last_at: str


class _ReportByKeyAnswerRequired(TypedDict):
    # The entries of this page.
    items: list[ReportByKeyAnswerItems]
    # The start of the time range, inclusive.
    timestamp_ge: str
    # The end of the time range, inclusive.
    timestamp_le: str


class ReportByKeyAnswer(_ReportByKeyAnswerRequired, total=False):
    # Set if only part of the time range was searched: the search reached back to this time. Send it as timestamp_le to search older calls.
    searched_from: str


class ReportByErrorAnswerItems(TypedDict):
    # The HTTP status.
    response_code: int
    # Null for calls from before error codes were recorded.
    error_code: str | None
    # The number of calls with this error.
    calls: int
    # When the newest of them was made.
    last_at: str
    # The request ID of the newest of them.
    last_request_id: str
    # The call ID of the newest of them, `JOURNAL/SEQ`.
    last_call: str


class _ReportByErrorAnswerRequired(TypedDict):
    # The entries of this page.
    items: list[ReportByErrorAnswerItems]
    # The start of the time range, inclusive.
    timestamp_ge: str
    # The end of the time range, inclusive.
    timestamp_le: str


class ReportByErrorAnswer(_ReportByErrorAnswerRequired, total=False):
    # Set if only part of the time range was searched: the search reached back to this time. Send it as timestamp_le to search older calls.
    searched_from: str


class CreateWebhookAnswer(TypedDict):
    # The id.
    id: str
    # Its owner; null if it belongs to the operators.
    user_id: str | None
    # Where events are sent. Its path and the values in its query are shown as `hidden`.
    url: str
    # Whether the address has returned the `challenge` of a `webhook.test` event. Before that it gets no `dataset.changed` and `watch.changed`.
    confirmed: bool
    # What the webhook is for.
    description: str
    # The types of events that it receives.
    types: list[str]
    # Balances at which `credits.low` is sent.
    credit_thresholds: list[int]
    # A disabled webhook gets no events.
    state: Literal["active", "disabled"]
    # Since when every attempt has failed; null if the last one succeeded.
    failing_since: str | None
    # When it was disabled; null if it is active.
    disabled_at: str | None
    # When it was created.
    created_at: str
    # When it was last changed.
    updated_at: str
    # The secret of its signatures; `listWebhookSecrets` shows it again.
    secret: str


class GetWebhookDeliveryAnswer(TypedDict):
    # The event's ID: `webhook-id` of every request, also of replayed ones.
    event_id: str
    # The event's type.
    type: str
    # `pending`: an attempt is due or under way.
    state: Literal["pending", "delivered", "failed"]
    # When the event happened.
    created_at: str
    # Requests so far.
    attempts: int
    # When the next one is due; null if none is.
    next_attempt_at: str | None
    # When it was delivered or given up.
    ended_at: str | None
    # Status of the last response; null without one.
    response_code: int | None
    # Why the last attempt failed; null if it succeeded.
    error: str | None
    # The body of every request.
    body: str
    # The requests, oldest first; the last 100.
    log: list[WebhookAttempt]


class TestWebhookAnswer(TypedDict):
    # The event's ID.
    event_id: str


class ReplayWebhookAnswer(TypedDict):
    # The events that are sent again.
    replayed: int


class CheckLedgerAnswer(TypedDict):
    # The running check.
    ledger_check: LedgerCheck


class RequestBackupAnswer(TypedDict):
    # The state of the backups.
    backups: Backups


class ForgetNodeAnswer(TypedDict):
    # The node that responded; each start has its own ID.
    instance: str


class ResumeServiceAnswer(TypedDict):
    # Nothing is held.
    held: None


class CheckInstallationAnswer(TypedDict):
    # When the checks ran, by the clock of the responding node.
    checked_at: str
    # Every check.
    checks: list[InstallationCheck]


class PutOffInboxRowBody(TypedDict):
    # Why it can wait. The audit log has it.
    reason: str


class PutOffInboxRowAnswer(TypedDict):
    # The row's ID.
    id: str
    # Until when it is put off.
    until: str
    # Why.
    reason: str


class GetOpenapiAnswer(TypedDict):
    # The version of OpenAPI.
    openapi: str


class CallMcpAnswer(TypedDict):
    # With `result` or `error`.
    jsonrpc: Literal["2.0"]


class GetProtectedResourceAnswer(TypedDict):
    # The address for which tokens are.
    resource: str
    # Who issues tokens: this service.
    authorization_servers: list[str]


class GetAuthorizationServerAnswer(TypedDict):
    # Who issues tokens: this service.
    issuer: str
    # Where a browser takes the user.
    authorization_endpoint: str
    # Where codes are exchanged.
    token_endpoint: str
    # Where a program registers.
    registration_endpoint: str


class RegisterAssistantAnswer(TypedDict):
    # By which the program names itself.
    client_id: str


class ExchangeAssistantTokenAnswer(TypedDict):
    # For `Authorization: Bearer` at `/mcp`.
    access_token: str
    # Replaces the one of before.
    refresh_token: str


class ReceivePaymentEventAnswer(TypedDict):
    # `success`.
    status: Literal["received"]


VpicGetWMIsForManufacturers = VpicGetWMIsForManufacturer

VpicGetVehicleTypesForMake = VpicGetMakesForVehicleType

VpicGetModelsForMakeId = VpicGetModelsForMake

VpicGetModelsForMakeYear = VpicGetModelsForMake

VpicGetModelsForMakeIdYear = VpicGetModelsForMake

VpicGetModelsForMakeIdYearType = VpicGetModelsForMakeYearType

VpicGetModelsForMakeYearAndType = VpicGetModelsForMakeYearType

VpicGetModelsForMakeIdYearAndType = VpicGetModelsForMakeYearType

MoneySums = list[MoneySumsItem]
