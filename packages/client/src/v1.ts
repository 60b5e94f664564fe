/** Generated from the contract by `npm run generate -w @hakiki/client`; not to be edited. */
export interface paths {
    "/api/v1/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists public fraud alerts with their full texts, most severe first, then newest first. Different parameters must all match. The Link header contains the next page. */
        get: operations["listV1Alerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One fraud alert with the provider it is about and the links, numbers and wallets to avoid. A withdrawn alert has no content any more. */
        get: operations["getV1Alert"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What is known about each of up to 500 links, wallets, phone numbers, tills, chat names, email addresses, apps, names or whole messages. One answer for each, in the order in which they were sent. It counts as one call. The inputs are stored nowhere and are in no log. */
        post: operations["checkV1Inputs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists public providers. Values of one parameter are alternatives; different parameters must all match. With updated_since, lists everything that changed since then, oldest first, including suspended providers, and ignores all parameters except limit. The Link header contains the next page. */
        get: operations["listV1Providers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/providers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One public provider, or one that was public until it was suspended. */
        get: operations["getV1Provider"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/providers/{id}/compliance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The regulatory status of a public provider, with the regulators that we checked, the days and the sources. */
        get: operations["getV1Compliance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/providers/{id}/reviews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Approved reviews of a public provider. The Link header contains the next page. */
        get: operations["listV1Reviews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reports an issue with a provider. It is public once our team looks into it. */
        post: operations["submitV1Report"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "alert.published": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A fraud alert became public. Read its text by GET /api/v1/alerts/{id}. */
        post: operations["onAlertPublished"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "alert.withdrawn": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A fraud alert was withdrawn. Stop showing it. */
        post: operations["onAlertWithdrawn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "licence.changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The licence of a provider changed, or was checked again. */
        post: operations["onLicenceChanged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "provider.changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A provider was listed, changed or removed. */
        post: operations["onProviderChanged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sent when the owner tests the webhook. */
        post: operations["onTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** Format: uuid */
        AlertId: string;
        AlertPublishedEvent: {
            /** @description What it is about. */
            data: {
                /** @description The countries in which it happens, by their English names in lowercase. */
                affectedCountries: string[];
                /**
                 * @description The type of scam.
                 * @enum {string}
                 */
                alertType: "ponzi_scheme" | "fake_platform" | "phishing" | "rug_pull" | "exchange_hack" | "wallet_compromise" | "fraud" | "scam";
                /** @description The id of the alert. */
                id: components["schemas"]["AlertId"];
                /**
                 * @description The language in which it is written.
                 * @enum {string}
                 */
                language: "en" | "fr" | "pt" | "sw" | "ar";
                /** @description The provider it is about, or null. */
                providerId: components["schemas"]["ProviderId"] | null;
                /**
                 * @description How serious it is.
                 * @enum {string}
                 */
                severity: "Low" | "Medium" | "High" | "Critical";
                /** @description The page of the alert. */
                url: string;
            };
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /**
             * @description The type of the event.
             * @constant
             */
            type: "alert.published";
        };
        AlertWithdrawnEvent: {
            /** @description What it is about. */
            data: {
                /** @description The id of the alert. */
                id: components["schemas"]["AlertId"];
                /** @description The page of the alert. */
                url: string;
            };
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /**
             * @description The type of the event.
             * @constant
             */
            type: "alert.withdrawn";
        };
        Certification: {
            /** @description Its colour, or null. */
            color: string | null;
            /** @description What it means. */
            description: string;
            /** @description The name of its icon, or null. */
            icon: string | null;
            /**
             * Format: uuid
             * @description The id of the badge.
             */
            id: string;
            /** @description False if it is no longer given. */
            isActive: boolean;
            /** @description Its name. */
            name: string;
            /** @description Badges with a higher number come first. */
            priority: number;
        };
        CheckAnswer: {
            /** @description Public alerts about it, then those that have words in common with it. */
            alerts: components["schemas"]["LookupAlert"][];
            /** @description The known name that this is, or whose official address it is, if nothing else is known of it. It is no verdict. Otherwise null. */
            known: {
                /** @description The name. */
                name: string;
                /** @description Its real websites. */
                officialHosts: string[];
            } | null;
            /** @description Traces such as a wallet that the input shares with other listed items: how many and which. A shared trace does not prove that the same people are behind them. */
            links: components["schemas"]["CheckLink"][];
            /** @description The protected name that a website looks like, or null. */
            lookalike: components["schemas"]["Lookalike"] | null;
            /** @description True if the text promises a profit, as nearly all scams do. */
            promisesProfit: boolean;
            /** @description Providers that own an address in the input or that it names, those with a warning first. */
            providers: components["schemas"]["CheckProvider"][];
            /** @description Set if a number is ambiguous: send it again with numberIs. Otherwise null. */
            question: {
                /** @description What it may be. */
                choices: ("phone" | "till" | "paybill" | "account")[];
                /** @description The number. */
                number: string;
            } | null;
            /** @description What the input was read as, each with its own verdict; empty if it is nothing that we can check. */
            readings: components["schemas"]["CheckReading"][];
            /** @description Why, strongest first, each with source and date. */
            reasons: components["schemas"]["CheckReason"][];
            /** @description Providers with a similar name, if nothing else was found. None of them is the one in the input. */
            similar: components["schemas"]["SimilarProvider"][];
            /**
             * @description The answer to this input: the most serious of its readings. nothingKnown does not mean that it is safe, and official is never given if anything else was found.
             * @enum {string}
             */
            verdict: "warned" | "reported" | "listedElsewhere" | "looksLike" | "official" | "cannotBeRight" | "nothingKnown";
        };
        CheckLink: {
            /** @description How many other listed items have it. */
            count: number;
            /** @description The most recently seen ones. */
            indicators: components["schemas"]["LinkedIndicator"][];
            /** @description True if the input is the trace itself, and not something that has it. */
            isAsked: boolean;
            /**
             * @description What kind of trace it is.
             * @enum {string}
             */
            kind: "wallet" | "till" | "paybill" | "account" | "telegramId" | "phone" | "email" | "chatName";
            /** @description The place in readings that it is about, from 0. */
            reading: number;
            /** @description The trace, or null if it is stored as a hash only, such as a phone number. */
            value: string | null;
        };
        CheckProvider: {
            /**
             * Format: date
             * @description The day on which we last looked at it.
             */
            checkedOn: string;
            /** @description The countries in which it works, by their English names in lowercase. */
            countries: string[];
            /** @description Why it is flagged; empty if it is not. */
            flaggedReasons: string[];
            /** @description The id of the provider. */
            id: components["schemas"]["ProviderId"];
            /** @description What it may do in the country of the person, or in the first countries where it works. */
            licences: components["schemas"]["ProviderLicence"][];
            /**
             * @description Whether the input is its name or web address (whole), a part of it, or only the first word of its name.
             * @enum {string}
             */
            match: "whole" | "part" | "firstWord";
            /** @description The name under which it is known. */
            name: string;
            /** @description Other names, such as earlier ones. */
            otherNames: string[];
            /**
             * @description The kind of provider.
             * @enum {string}
             */
            type: "Exchange" | "Broker" | "Wallet" | "OTC Desk" | "Network Marketing" | "Peer-to-Peer" | "Business Services" | "Payment Processor" | "Mining Pool" | "DeFi Platform" | "Other";
            /**
             * @description Our verdict. Suspended providers are here, too.
             * @enum {string}
             */
            verificationStatus: "Verified" | "Limited" | "Flagged" | "Pending" | "Suspended";
            /** @description Its website, or null. Link to it only if the provider is not flagged or suspended. */
            website: string | null;
        };
        CheckReading: {
            /** @description The country in which a number without country code was read, in lowercase, or null. */
            country: string | null;
            /**
             * @description What it is.
             * @enum {string}
             */
            kind: "website" | "bitcoin" | "evm" | "tron" | "phone" | "handle" | "solana" | "ton" | "litecoin" | "xrp" | "email" | "till" | "paybill" | "app" | "bankAccount" | "name" | "number";
            /** @description The normalized value. */
            value: string;
            /**
             * @description The answer to this reading.
             * @enum {string}
             */
            verdict: "warned" | "reported" | "listedElsewhere" | "looksLike" | "official" | "cannotBeRight" | "nothingKnown";
            /**
             * @description The reason for this reading.
             * @enum {string}
             */
            why: "webAddress" | "sharedHost" | "shortLink" | "checksum" | "walletForm" | "wrongChecksum" | "countryCode" | "nationalNumber" | "namedKind" | "chatName" | "singleWord" | "emailAddress" | "emailHost" | "storeLink" | "providerName" | "plainText" | "bareNumber";
        };
        CheckReason: {
            /** @description The alert, or null. */
            alertId: components["schemas"]["AlertId"] | null;
            /** @description The number of checked reports, or null. */
            count: number | null;
            /**
             * Format: date
             * @description The day of the decision, of the newest report or of the list; today for what was computed.
             */
            date: string;
            /** @description The first day, of reports and lists; otherwise null. */
            firstSeenOn: string | null;
            /**
             * @description What was found. What the other fields mean depends on it; those that it does not need are null.
             * @enum {string}
             */
            kind: "authorityWarning" | "providerWarning" | "mayBeWarnedProvider" | "alert" | "reports" | "listedElsewhere" | "lookalike" | "wrongChecksum" | "ownSecret" | "askedSecret" | "askedFee" | "promisedProfit" | "askedReturn" | "numericLink" | "appFile" | "newNumber" | "alreadyPaid" | "disputed" | "withdrawn" | "expired" | "similarToWarned" | "alertMention" | "official" | "listedProvider" | "namesProvider";
            /** @description The provider, the title of the alert or warning, the name of the list, or the protected name. */
            name: string | null;
            /** @description The provider, or null. */
            providerId: components["schemas"]["ProviderId"] | null;
            /** @description The place in readings that it is about, from 0; null if it is about the whole input. */
            reading: number | null;
            /** @description Who says it. */
            source: {
                /**
                 * @description own (Hakiki), authority, list (of others, not checked by us) or computed.
                 * @enum {string}
                 */
                kind: "own" | "authority" | "list" | "computed";
                /** @description The name of the authority or the list, or null. */
                name: string | null;
                /** @description Where it can be read, or null. */
                url: string | null;
            };
        };
        Compliance: {
            /** @description Badges that our team gave it. */
            certifications: {
                /** @description The badge. */
                certification: components["schemas"]["Certification"];
            }[];
            /** @description What our verdict rests on, last checked first: authority is the regulator, sourceUrl its entry, checkedOn the day of our check. */
            evidence: components["schemas"]["Evidence"][];
            /** @description The licence that it claims, or null. */
            licenseInfo: string | null;
            /** @description The id of the provider. */
            providerId: components["schemas"]["ProviderId"];
            /** @description From 0 to 100, higher is better. */
            regulatoryCompliance: number;
            /**
             * @description The risk level. If all three scores below are 0, the provider was not assessed yet.
             * @enum {string}
             */
            riskScore: "Low" | "Medium" | "High";
            /** @description From 0 to 100, higher is better. */
            securityMeasures: number;
            /** @description From 0 to 100, higher is better. */
            userSatisfaction: number;
            /**
             * @description Our verdict. Suspended providers are in no list except that of changes.
             * @enum {string}
             */
            verificationStatus: "Verified" | "Limited" | "Flagged" | "Pending" | "Suspended";
        };
        Evidence: {
            /** @description The regulator, auditor or insurer. */
            authority: string;
            /** @description The team that checked it; never a person. */
            checkedBy: string;
            /**
             * Format: date
             * @description The day on which it was last checked.
             */
            checkedOn: string;
            /** @description The country of the authority, by its English name in lowercase. */
            country: string;
            /** @description The id of the evidence. */
            id: components["schemas"]["EvidenceId"];
            /** @description True if it was last checked more than 180 days ago. */
            isOld: boolean;
            /**
             * @description What was checked.
             * @enum {string}
             */
            kind: "licence" | "registration" | "audit" | "insurance" | "visit" | "warning";
            /** @description The address of a picture of the entry, or null. */
            pictureUrl: string | null;
            /** @description The number of the entry there, or null. */
            reference: string | null;
            /** @description Where the entry can be read, or null. */
            sourceUrl: string | null;
        };
        /** Format: uuid */
        EvidenceId: string;
        FraudAlert: {
            /** @description What people should do, or null. */
            advice: string | null;
            /** @description The countries in which it happens, by their English names in lowercase. */
            affectedCountries: string[];
            /**
             * @description The type of scam.
             * @enum {string}
             */
            alertType: "ponzi_scheme" | "fake_platform" | "phishing" | "rug_pull" | "exchange_hack" | "wallet_compromise" | "fraud" | "scam";
            /**
             * Format: date-time
             * @description When it was first reported.
             */
            createdAt: string;
            /** @description The full text. */
            description: string;
            /** @description The id of the alert. */
            id: components["schemas"]["AlertId"];
            /**
             * @description The language in which it is written.
             * @enum {string}
             */
            language: "en" | "fr" | "pt" | "sw" | "ar";
            /** @description The provider it is about, or null. */
            providerId: components["schemas"]["ProviderId"] | null;
            /** @description The number of reports behind it. */
            reportCount: number;
            /**
             * @description How serious it is.
             * @enum {string}
             */
            severity: "Low" | "Medium" | "High" | "Critical";
            /** @description What it warns of, in a few words. */
            title: string;
        };
        FraudAlertDetail: {
            /** @description The alert as in the list, with checkedAt (when our team verified it), provider (id and name), indicators (kind and value of what to avoid), lostRand (reported losses in rand) and reply (of the provider). Null once it was withdrawn. */
            alert: {
                /** @description What people should do, or null. */
                advice: string | null;
                /** @description The countries in which it happens, by their English names in lowercase. */
                affectedCountries: string[];
                /**
                 * @description The type of scam.
                 * @enum {string}
                 */
                alertType: "ponzi_scheme" | "fake_platform" | "phishing" | "rug_pull" | "exchange_hack" | "wallet_compromise" | "fraud" | "scam";
                /**
                 * Format: date-time
                 * @description When our team verified it.
                 */
                checkedAt: string;
                /**
                 * Format: date-time
                 * @description When it was first reported.
                 */
                createdAt: string;
                /** @description The full text. */
                description: string;
                /** @description The id of the alert. */
                id: components["schemas"]["AlertId"];
                /** @description Links, numbers, names and wallets to avoid. */
                indicators: components["schemas"]["PublicIndicator"][];
                /**
                 * @description The language in which it is written.
                 * @enum {string}
                 */
                language: "en" | "fr" | "pt" | "sw" | "ar";
                /** @description Losses that its reports state, in rand; null if too few reports state one. */
                lostRand: number | null;
                /** @description The provider it is about, or null. */
                provider: {
                    /** @description Its id, or null if it has no page. */
                    id: components["schemas"]["ProviderId"] | null;
                    /** @description Its name. */
                    name: string;
                } | null;
                /** @description The provider it is about, or null. */
                providerId: components["schemas"]["ProviderId"] | null;
                /** @description The reply of the provider, or null. */
                reply: components["schemas"]["PublicReply"] | null;
                /** @description The number of reports behind it. */
                reportCount: number;
                /**
                 * @description How serious it is.
                 * @enum {string}
                 */
                severity: "Low" | "Medium" | "High" | "Critical";
                /** @description What it warns of, in a few words. */
                title: string;
            } | null;
            /** @description Since when an appeal against it is pending, or null. */
            appealSince: string | null;
            /** @description The id of the alert. */
            id: components["schemas"]["AlertId"];
            /**
             * Format: date-time
             * @description When it became public.
             */
            publishedAt: string;
            /** @description When it was withdrawn, or null. Stop warning then. */
            withdrawnAt: string | null;
        };
        LicenceChangedEvent: {
            /** @description What it is about. */
            data: {
                /** @description What changed; evidence means that a licence or registration was checked again. */
                changed: ("licenseInfo" | "regulatoryCompliance" | "evidence" | "register")[];
                /** @description The id of the provider. */
                id: components["schemas"]["ProviderId"];
                /** @description The licence that it claims, or null. See the call for compliance. */
                licenseInfo: string | null;
                /** @description The name under which it is known. */
                name: string;
                /** @description From 0 to 100, higher is better. */
                regulatoryCompliance: number;
                /** @description The page of the provider. */
                url: string;
            };
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /**
             * @description The type of the event.
             * @constant
             */
            type: "licence.changed";
        };
        LinkedIndicator: {
            /**
             * @description What it is.
             * @enum {string}
             */
            kind: "website" | "app" | "handle";
            /**
             * Format: date
             * @description The day when a report or list last named both.
             */
            seenOn: string;
            /** @description Who says it. */
            source: {
                /**
                 * @description own (Hakiki), authority, list (of others, not checked by us) or computed.
                 * @enum {string}
                 */
                kind: "own" | "authority" | "list" | "computed";
                /** @description The name of the list, or null. */
                name: string | null;
                /** @description Where it can be read, or null. */
                url: string | null;
            };
            /** @description The normalized value. */
            value: string;
        };
        Lookalike: {
            /** @description The protected name. */
            of: {
                /** @description The protected name. */
                name: string;
                /** @description Its real websites. */
                officialHosts: string[];
                /** @description The provider, or null for an authority. */
                providerId: components["schemas"]["ProviderId"] | null;
            };
            /** @description The place in readings, from 0. */
            reading: number;
            /**
             * @description How it resembles it.
             * @enum {string}
             */
            rule: "sameLabel" | "asToken" | "insideLabel" | "oneEdit" | "twoEdits";
        };
        LookupAlert: {
            /** @description What people should do, or null. */
            advice: string | null;
            /** @description The countries in which it happens, by their English names in lowercase. */
            affectedCountries: string[];
            /**
             * @description The type of scam.
             * @enum {string}
             */
            alertType: "ponzi_scheme" | "fake_platform" | "phishing" | "rug_pull" | "exchange_hack" | "wallet_compromise" | "fraud" | "scam";
            /**
             * Format: date-time
             * @description When it was first reported.
             */
            createdAt: string;
            /** @description The id of the alert. */
            id: components["schemas"]["AlertId"];
            /** @description False if its title only has words in common with the input. */
            isAbout: boolean;
            /**
             * @description The language in which it is written.
             * @enum {string}
             */
            language: "en" | "fr" | "pt" | "sw" | "ar";
            /**
             * @description How serious it is.
             * @enum {string}
             */
            severity: "Low" | "Medium" | "High" | "Critical";
            /** @description What it warns of, in a few words. */
            title: string;
        };
        NewV1Check: {
            /** @description A country in which the provider works or the scam happens, by its English name. Of a check: the country of the person. */
            country?: string;
            /** @description What to check, each as a person would paste it. All of them together are at most 256 kB. */
            inputs: string[];
            /**
             * @description The meaning of ambiguous numbers.
             * @enum {string}
             */
            numberIs?: "phone" | "till" | "paybill" | "account";
        };
        NewV1ReportSent: {
            /** @description What happened, in the words of the reporter. */
            description: string;
            /** @description The provider it is about. */
            providerId?: components["schemas"]["ProviderId"];
            /** @description Where the person is. It is never public. */
            reporterLocation?: string;
            /**
             * @description The type of issue.
             * @enum {string}
             */
            reportType: "scam" | "fraud" | "withdrawal_issues" | "wallet_security" | "fund_safety" | "fake_platform" | "phishing" | "other";
            /**
             * @description How serious it is. A list of alerts takes several, joined by commas.
             * @enum {string}
             */
            severity: "Low" | "Medium" | "High" | "Critical";
        };
        Problem: {
            /**
             * @description What went wrong, for programs.
             * @enum {string}
             */
            code: "INVALID_INPUT" | "API_KEY_INVALID" | "API_KEY_ENDED" | "PERMISSION_MISSING" | "ADDRESS_REFUSED" | "API_PLAN_ENDED" | "LIVE_KEY_IN_BROWSER" | "RATE_LIMITED" | "QUOTA_EXCEEDED" | "PROVIDER_NOT_FOUND" | "ALERT_NOT_FOUND" | "KEY_REUSED" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "TOO_LARGE" | "UNEXPECTED" | "UNAVAILABLE";
            /** @description What went wrong, for people. */
            detail: string;
            /** @description The same for programs: a code for each wrong field. */
            fieldErrors?: {
                [key: string]: {
                    code: string;
                    params?: {
                        [key: string]: number;
                    };
                };
            };
            /** @description A sentence for each wrong field; it names the allowed values. */
            fields?: {
                [key: string]: string;
            };
            /** @description The same as detail. */
            message: string;
            /** @description The HTTP status. */
            status: number;
            /** @description The status in words. */
            title: string;
            /** @description The address of the kind of error, as in RFC 9457. */
            type: string;
            /** @description Which limits of RateLimit-Policy were exceeded. */
            "violated-policies"?: string[];
        };
        Provider: {
            /** @description Badges that our team gave it. */
            certifications: {
                /** @description The badge. */
                certification: components["schemas"]["Certification"];
            }[];
            /** @description The countries in which it works, by their English names in lowercase. */
            countries: string[];
            /** @description What it does. */
            description: string;
            /** @description The year in which it was established, or null. */
            established: number | null;
            /** @description Why it is flagged; empty if it is not. */
            flaggedReasons: string[];
            /** @description The id of the provider. */
            id: components["schemas"]["ProviderId"];
            /** @description What is insured, or null if not disclosed. */
            insurance: string | null;
            /** @description The licence that it claims, or null. See the call for compliance. */
            licenseInfo: string | null;
            /** @description The address of its logo, or null. */
            logoUrl: string | null;
            /** @description The name under which it is known. */
            name: string;
            /** @description Other names, such as earlier ones. */
            otherNames: string[];
            /** @description The average of approved reviews, from 1.0 to 5.0; 0.0 without reviews. */
            rating: string;
            /** @description From 0 to 100, higher is better. */
            regulatoryCompliance: number;
            /** @description The number of approved reviews. */
            reviewCount: number;
            /**
             * @description The risk level. If all three scores below are 0, the provider was not assessed yet.
             * @enum {string}
             */
            riskScore: "Low" | "Medium" | "High";
            /** @description Security features, and whether we confirmed them. */
            securityFeatures: components["schemas"]["SecurityFeature"][];
            /** @description From 0 to 100, higher is better. */
            securityMeasures: number;
            /**
             * @description The kind of provider.
             * @enum {string}
             */
            type: "Exchange" | "Broker" | "Wallet" | "OTC Desk" | "Network Marketing" | "Peer-to-Peer" | "Business Services" | "Payment Processor" | "Mining Pool" | "DeFi Platform" | "Other";
            /** @description The number of its users as it states it, or null. */
            userCount: number | null;
            /** @description From 0 to 100, higher is better. */
            userSatisfaction: number;
            /**
             * @description Our verdict. Suspended providers are in no list except that of changes.
             * @enum {string}
             */
            verificationStatus: "Verified" | "Limited" | "Flagged" | "Pending" | "Suspended";
            /** @description Its website, or null. Link to it only if the provider is not flagged or suspended. */
            website: string | null;
        };
        ProviderChangedEvent: {
            /** @description What it is about. */
            data: {
                /** @description The fields that changed. */
                changed: string[];
                /** @description The countries in which it works, by their English names in lowercase. */
                countries: string[];
                /** @description The id of the provider. */
                id: components["schemas"]["ProviderId"];
                /** @description False if it is suspended or was removed. */
                isListed: boolean;
                /** @description The name under which it is known. */
                name: string | null;
                /** @description The risk level. If all three scores below are 0, the provider was not assessed yet. */
                riskScore: ("Low" | "Medium" | "High") | null;
                /** @description The kind of provider. */
                type: ("Exchange" | "Broker" | "Wallet" | "OTC Desk" | "Network Marketing" | "Peer-to-Peer" | "Business Services" | "Payment Processor" | "Mining Pool" | "DeFi Platform" | "Other") | null;
                /** @description The page of the provider. */
                url: string;
                /** @description Our verdict. Suspended providers are in no list except that of changes. */
                verificationStatus: ("Verified" | "Limited" | "Flagged" | "Pending" | "Suspended") | null;
            };
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /**
             * @description The type of the event.
             * @constant
             */
            type: "provider.changed";
        };
        /** Format: uuid */
        ProviderId: string;
        ProviderLicence: {
            /** @description The date of the source: a year, a month or a day; null if it is undated. */
            asOf: string | null;
            /** @description The day on which we last read the source, or null. */
            checkedOn: string | null;
            /** @description The country, by its English name in lowercase. */
            country: string;
            /** @description The countries that license it, if this one does not but another does. */
            elsewhere: string[];
            /** @description The company that holds the licence, or null. */
            holder: string | null;
            /** @description True if it was last checked more than 30 days ago. */
            isOld: boolean;
            /** @description The number of the licence, or null. */
            number: string | null;
            /** @description What the licence covers, as written in the register. */
            scope: string[];
            /** @description The register, the authority that warns, or the source about the law; null if nothing was checked. */
            source: string | null;
            /** @description Where it can be read, or null. */
            sourceUrl: string | null;
            /**
             * @description What it may do there.
             * @enum {string}
             */
            state: "warned-here" | "prohibited-here" | "claim-not-found" | "ended" | "applied" | "company-only" | "registered" | "in-principle" | "provisional" | "licensed-elsewhere" | "licensed-here" | "no-licence-yet" | "not-checked";
        };
        PublicIndicator: {
            /**
             * @description What kind of trace it is.
             * @enum {string}
             */
            kind: "website" | "bitcoin" | "evm" | "tron" | "phone" | "handle" | "solana" | "ton" | "litecoin" | "xrp" | "email" | "till" | "paybill" | "app" | "bankAccount";
            /** @description What to avoid. */
            value: string;
        };
        PublicReply: {
            /**
             * @description The language in which it is written.
             * @enum {string}
             */
            language: "en" | "fr" | "pt" | "sw" | "ar";
            /**
             * Format: date-time
             * @description When it was published.
             */
            repliedAt: string;
            /** @description The reply. */
            text: string;
        };
        Report: {
            /** @description Since when an appeal against it is pending, or null. */
            appealSince: string | null;
            /**
             * Format: date-time
             * @description When it arrived.
             */
            createdAt: string;
            /** @description What happened, in the words of the reporter. */
            description: string;
            /**
             * @description True if the description is shortened.
             * @constant
             */
            descriptionCut?: true;
            /** @description The fraud alert that it is part of, or null. */
            fraudAlertId: components["schemas"]["AlertId"] | null;
            /** @description The id of the report. */
            id: components["schemas"]["ReportId"];
            /**
             * @description The language in which it was written.
             * @enum {string}
             */
            language: "en" | "fr" | "pt" | "sw" | "ar";
            /** @description The provider it is about, or null. */
            providerId: components["schemas"]["ProviderId"] | null;
            /** @description The reply of the provider, or null. */
            reply: components["schemas"]["PublicReply"] | null;
            /** @description Where the person is. Sent only to those who may see it. */
            reporterLocation?: string | null;
            /**
             * @description The type of issue.
             * @enum {string}
             */
            reportType: "scam" | "fraud" | "withdrawal_issues" | "wallet_security" | "fund_safety" | "fake_platform" | "phishing" | "other";
            /**
             * @description How serious it is.
             * @enum {string}
             */
            severity: "Low" | "Medium" | "High" | "Critical";
            /**
             * @description Its status. It is public once our team looks into it.
             * @enum {string}
             */
            status: "pending" | "investigating" | "resolved" | "rejected" | "merged";
        };
        /** Format: uuid */
        ReportId: string;
        Review: {
            /**
             * Format: date-time
             * @description When it was written.
             */
            createdAt: string;
            /** @description The text of the review. */
            experience: string;
            /** @description The id of the review. */
            id: components["schemas"]["ReviewId"];
            /**
             * @description The kind of problem that it names, or none.
             * @enum {string}
             */
            issueType: "none" | "withdrawal" | "fees" | "support" | "scam" | "other";
            /**
             * @description The language of the page on which it was written.
             * @enum {string}
             */
            language: "en" | "fr" | "pt" | "sw" | "ar";
            /** @description From 1 (bad) to 5 stars. */
            rating: number;
            /**
             * @description The country of the person.
             * @enum {string}
             */
            userLocation: "algeria" | "angola" | "benin" | "botswana" | "burkina-faso" | "burundi" | "cameroon" | "cape-verde" | "central-african-republic" | "chad" | "comoros" | "congo" | "democratic-republic-of-the-congo" | "djibouti" | "egypt" | "equatorial-guinea" | "eritrea" | "eswatini" | "ethiopia" | "gabon" | "gambia" | "ghana" | "guinea" | "guinea-bissau" | "ivory-coast" | "kenya" | "lesotho" | "liberia" | "libya" | "madagascar" | "malawi" | "mali" | "mauritania" | "mauritius" | "morocco" | "mozambique" | "namibia" | "niger" | "nigeria" | "rwanda" | "sao-tome-and-principe" | "senegal" | "seychelles" | "sierra-leone" | "somalia" | "south-africa" | "south-sudan" | "sudan" | "tanzania" | "togo" | "tunisia" | "uganda" | "zambia" | "zimbabwe" | "other";
        };
        /** Format: uuid */
        ReviewId: string;
        SecurityFeature: {
            /** @description Its name. */
            name: string;
            /**
             * @description Whether we confirmed it.
             * @enum {string}
             */
            state: "confirmed" | "not_confirmed";
        };
        SimilarProvider: {
            /** @description The countries in which it works, by their English names in lowercase. */
            countries: string[];
            /** @description The id of the provider. */
            id: components["schemas"]["ProviderId"];
            /** @description The name under which it is known. */
            name: string;
            /**
             * @description The kind of provider.
             * @enum {string}
             */
            type: "Exchange" | "Broker" | "Wallet" | "OTC Desk" | "Network Marketing" | "Peer-to-Peer" | "Business Services" | "Payment Processor" | "Mining Pool" | "DeFi Platform" | "Other";
            /**
             * @description Our verdict.
             * @enum {string}
             */
            verificationStatus: "Verified" | "Limited" | "Flagged" | "Pending" | "Suspended";
            /** @description Its website, or null. Link to it only if the provider is not flagged or suspended. */
            website: string | null;
        };
        TestEvent: {
            /** @description What it is about. */
            data: {
                /** @description The id of the webhook that was tested. */
                webhookId: components["schemas"]["WebhookId"];
            };
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /**
             * @description The type of the event.
             * @constant
             */
            type: "webhook.test";
        };
        /** Format: uuid */
        WebhookId: string;
    };
    responses: {
        /** @description Whatever else went wrong, in the one shape of all refusals. */
        Unforeseen: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Names this answer; send it as If-None-Match to ask whether it has changed. */
        ETag: string;
        /** @description The address of the next page, as rel="next"; missing on the last one. Of a call that is to end: where to read about it, as rel="deprecation". */
        Link: string;
        /**
         * @description What is left of each limit (r) and for how many seconds (t).
         * @example "hour";r=997;t=3412, "month";r=49120;t=1209600
         */
        RateLimit: string;
        /**
         * @description Each limit: so many calls (q) in so many seconds (w).
         * @example "hour";q=1000;w=3600, "month";q=50000;w=2592000
         */
        "RateLimit-Policy": string;
        /** @description Seconds to wait before the next try. */
        "Retry-After": number;
        /** @description How a key is sent. */
        "WWW-Authenticate": string;
        /** @description The limit that is met first: of the hour, or of the month. */
        "X-RateLimit-Limit": number;
        /** @description What is left of it. */
        "X-RateLimit-Remaining": number;
        /** @description When it starts again, in seconds since 1970. */
        "X-RateLimit-Reset": number;
        /** @description Number of all matches. */
        "X-Total-Count": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listV1Alerts: {
        parameters: {
            query?: {
                /** @description One or more types of scam, joined by commas. */
                alertType?: ("ponzi_scheme" | "fake_platform" | "phishing" | "rug_pull" | "exchange_hack" | "wallet_compromise" | "fraud" | "scam")[];
                /**
                 * @description A country in which the provider works or the scam happens, by its English name. Of a check: the country of the person.
                 * @example ghana
                 */
                country?: string;
                /**
                 * @description Maximum number of results per page.
                 * @example 20
                 */
                limit?: number;
                /** @description Number of results to skip. The Link header contains the next page. */
                offset?: number;
                /** @description The provider it is about. */
                providerId?: components["schemas"]["ProviderId"];
                /** @description How serious it is. A list of alerts takes several, joined by commas. */
                severity?: ("Low" | "Medium" | "High" | "Critical")[];
            };
            header?: {
                /** @description The ETag of an earlier answer. Where nothing has changed since, 304 is answered without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "01900000-0000-7000-8000-000000000302",
                     *         "language": "en",
                     *         "createdAt": "2026-01-02T09:00:00.000Z",
                     *         "title": "Sample Scheme promises 3 % a day",
                     *         "description": "An invented warning: deposits are taken by mobile money, and withdrawals need a fee that never ends.",
                     *         "advice": "Do not pay. Do not pay a fee to get your money back.",
                     *         "alertType": "ponzi_scheme",
                     *         "severity": "Critical",
                     *         "reportCount": 12,
                     *         "affectedCountries": [
                     *           "ghana",
                     *           "nigeria"
                     *         ],
                     *         "providerId": "01900000-0000-7000-8000-000000000003"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["FraudAlert"][];
                };
            };
            /** @description Unchanged; it costs nothing. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description INVALID_INPUT: Please check what you entered. */
            400: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description API_KEY_INVALID: No valid API key was sent. Send yours as 'Authorization: Bearer hk_live_…'. API_KEY_ENDED: This API key was revoked, has expired or was replaced. Create or rotate a key on /api. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description PERMISSION_MISSING: This API key does not have the permission that the call needs. ADDRESS_REFUSED: This API key may not be used from this address. API_PLAN_ENDED: The plan behind this API key does not include the API, or has ended. LIVE_KEY_IN_BROWSER: A live key must stay on your server: anyone who opens the page can read it. Use a test key in a browser. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description RATE_LIMITED: Too many requests. Please wait a moment. QUOTA_EXCEEDED: Your requests for this month are used up. The next month begins at midnight UTC on its first day. */
            429: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            default: components["responses"]["Unforeseen"];
        };
    };
    getV1Alert: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier answer. Where nothing has changed since, 304 is answered without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The id of a provider or alert, as the list gives it.
                 * @example 01900000-0000-7000-8000-000000000302
                 */
                id: components["schemas"]["AlertId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01900000-0000-7000-8000-000000000302",
                     *       "publishedAt": "2026-01-03T09:00:00.000Z",
                     *       "withdrawnAt": null,
                     *       "appealSince": null,
                     *       "alert": {
                     *         "id": "01900000-0000-7000-8000-000000000302",
                     *         "language": "en",
                     *         "createdAt": "2026-01-02T09:00:00.000Z",
                     *         "title": "Sample Scheme promises 3 % a day",
                     *         "description": "An invented warning: deposits are taken by mobile money, and withdrawals need a fee that never ends.",
                     *         "advice": "Do not pay. Do not pay a fee to get your money back.",
                     *         "alertType": "ponzi_scheme",
                     *         "severity": "Critical",
                     *         "reportCount": 12,
                     *         "affectedCountries": [
                     *           "ghana",
                     *           "nigeria"
                     *         ],
                     *         "providerId": "01900000-0000-7000-8000-000000000003",
                     *         "checkedAt": "2026-01-03T09:00:00.000Z",
                     *         "provider": {
                     *           "id": "01900000-0000-7000-8000-000000000003",
                     *           "name": "Sample Scheme"
                     *         },
                     *         "indicators": [
                     *           {
                     *             "kind": "website",
                     *             "value": "profits.example"
                     *           }
                     *         ],
                     *         "lostRand": null,
                     *         "reply": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["FraudAlertDetail"];
                };
            };
            /** @description Unchanged; it costs nothing. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description API_KEY_INVALID: No valid API key was sent. Send yours as 'Authorization: Bearer hk_live_…'. API_KEY_ENDED: This API key was revoked, has expired or was replaced. Create or rotate a key on /api. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description PERMISSION_MISSING: This API key does not have the permission that the call needs. ADDRESS_REFUSED: This API key may not be used from this address. API_PLAN_ENDED: The plan behind this API key does not include the API, or has ended. LIVE_KEY_IN_BROWSER: A live key must stay on your server: anyone who opens the page can read it. Use a test key in a browser. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description ALERT_NOT_FOUND: This alert no longer exists. */
            404: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description RATE_LIMITED: Too many requests. Please wait a moment. QUOTA_EXCEEDED: Your requests for this month are used up. The next month begins at midnight UTC on its first day. */
            429: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            default: components["responses"]["Unforeseen"];
        };
    };
    checkV1Inputs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "inputs": [
                 *         "https://profits.example/start",
                 *         "exchange.example",
                 *         "A name that nobody knows"
                 *       ],
                 *       "country": "Kenya"
                 *     }
                 */
                "application/json": components["schemas"]["NewV1Check"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "verdict": "reported",
                     *         "readings": [
                     *           {
                     *             "kind": "website",
                     *             "value": "profits.example",
                     *             "why": "webAddress",
                     *             "country": null,
                     *             "verdict": "reported"
                     *           }
                     *         ],
                     *         "question": null,
                     *         "reasons": [
                     *           {
                     *             "name": null,
                     *             "providerId": null,
                     *             "alertId": null,
                     *             "count": 12,
                     *             "firstSeenOn": "2025-12-20",
                     *             "kind": "reports",
                     *             "reading": 0,
                     *             "source": {
                     *               "kind": "own",
                     *               "name": null,
                     *               "url": null
                     *             },
                     *             "date": "2026-01-02"
                     *           }
                     *         ],
                     *         "providers": [],
                     *         "alerts": [],
                     *         "similar": [],
                     *         "lookalike": null,
                     *         "known": null,
                     *         "links": [],
                     *         "promisesProfit": false
                     *       },
                     *       {
                     *         "verdict": "official",
                     *         "readings": [
                     *           {
                     *             "kind": "website",
                     *             "value": "exchange.example",
                     *             "why": "webAddress",
                     *             "country": null,
                     *             "verdict": "official"
                     *           }
                     *         ],
                     *         "question": null,
                     *         "reasons": [
                     *           {
                     *             "name": "Sample Exchange",
                     *             "providerId": "01900000-0000-7000-8000-000000000001",
                     *             "alertId": null,
                     *             "count": null,
                     *             "firstSeenOn": null,
                     *             "kind": "official",
                     *             "reading": 0,
                     *             "source": {
                     *               "kind": "own",
                     *               "name": null,
                     *               "url": "https://hakiki.example/provider/01900000-0000-7000-8000-000000000001"
                     *             },
                     *             "date": "2026-01-02"
                     *           }
                     *         ],
                     *         "providers": [
                     *           {
                     *             "id": "01900000-0000-7000-8000-000000000001",
                     *             "name": "Sample Exchange",
                     *             "otherNames": [],
                     *             "type": "Exchange",
                     *             "website": "https://exchange.example",
                     *             "verificationStatus": "Verified",
                     *             "flaggedReasons": [],
                     *             "countries": [
                     *               "kenya",
                     *               "south africa"
                     *             ],
                     *             "match": "whole",
                     *             "licences": [],
                     *             "checkedOn": "2026-01-02"
                     *           }
                     *         ],
                     *         "alerts": [],
                     *         "similar": [],
                     *         "lookalike": null,
                     *         "known": null,
                     *         "links": [],
                     *         "promisesProfit": false
                     *       },
                     *       {
                     *         "verdict": "nothingKnown",
                     *         "readings": [
                     *           {
                     *             "kind": "name",
                     *             "value": "A name that nobody knows",
                     *             "why": "plainText",
                     *             "country": null,
                     *             "verdict": "nothingKnown"
                     *           }
                     *         ],
                     *         "question": null,
                     *         "reasons": [],
                     *         "providers": [],
                     *         "alerts": [],
                     *         "similar": [],
                     *         "lookalike": null,
                     *         "known": null,
                     *         "links": [],
                     *         "promisesProfit": false
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["CheckAnswer"][];
                };
            };
            /** @description INVALID_INPUT: Please check what you entered. */
            400: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description API_KEY_INVALID: No valid API key was sent. Send yours as 'Authorization: Bearer hk_live_…'. API_KEY_ENDED: This API key was revoked, has expired or was replaced. Create or rotate a key on /api. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description PERMISSION_MISSING: This API key does not have the permission that the call needs. ADDRESS_REFUSED: This API key may not be used from this address. API_PLAN_ENDED: The plan behind this API key does not include the API, or has ended. LIVE_KEY_IN_BROWSER: A live key must stay on your server: anyone who opens the page can read it. Use a test key in a browser. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description RATE_LIMITED: Too many requests. Please wait a moment. QUOTA_EXCEEDED: Your requests for this month are used up. The next month begins at midnight UTC on its first day. */
            429: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            default: components["responses"]["Unforeseen"];
        };
    };
    listV1Providers: {
        parameters: {
            query?: {
                /** @description Where the previous page ended, as given in Link. Only with updated_since. */
                after?: string;
                /**
                 * @description A country in which the provider works or the scam happens, by its English name. Of a check: the country of the person.
                 * @example kenya
                 */
                country?: string;
                /**
                 * @description Maximum number of results per page.
                 * @example 20
                 */
                limit?: number;
                /** @description Number of results to skip. The Link header contains the next page. */
                offset?: number;
                /** @description One or more of Low, Medium, High and Unassessed (not scored yet), joined by commas. A flagged provider is High. */
                riskScore?: ("Low" | "Medium" | "High" | "Unassessed")[];
                /** @description Words in the name, other names, description or website of a provider. */
                search?: string;
                /** @description Sort order. */
                sort?: "relevance" | "rating" | "risk" | "name" | "newest";
                /** @description One or more kinds of provider, joined by commas. */
                type?: ("Exchange" | "Broker" | "Wallet" | "OTC Desk" | "Network Marketing" | "Peer-to-Peer" | "Business Services" | "Payment Processor" | "Mining Pool" | "DeFi Platform" | "Other")[];
                /** @description Only changes since this time, oldest first. The Link header contains the next page. */
                updated_since?: string;
                /** @description One or more verdicts, joined by commas. */
                verificationStatus?: ("Verified" | "Limited" | "Flagged" | "Pending")[];
                /** @description names searches only in the names of a provider. */
                within?: "names";
            };
            header?: {
                /** @description The ETag of an earlier answer. Where nothing has changed since, 304 is answered without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "otherNames": [],
                     *         "logoUrl": null,
                     *         "flaggedReasons": [],
                     *         "insurance": null,
                     *         "certifications": [],
                     *         "securityFeatures": [],
                     *         "id": "01900000-0000-7000-8000-000000000001",
                     *         "name": "Sample Exchange",
                     *         "type": "Exchange",
                     *         "description": "An invented exchange. Test keys always find it verified.",
                     *         "website": "https://exchange.example",
                     *         "verificationStatus": "Verified",
                     *         "riskScore": "Low",
                     *         "rating": "4.5",
                     *         "reviewCount": 2,
                     *         "countries": [
                     *           "kenya",
                     *           "south africa"
                     *         ],
                     *         "established": 2016,
                     *         "userCount": 120000,
                     *         "licenseInfo": "Sample licence 0001",
                     *         "regulatoryCompliance": 92,
                     *         "userSatisfaction": 88,
                     *         "securityMeasures": 95
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Provider"][];
                };
            };
            /** @description Unchanged; it costs nothing. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description INVALID_INPUT: Please check what you entered. */
            400: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description API_KEY_INVALID: No valid API key was sent. Send yours as 'Authorization: Bearer hk_live_…'. API_KEY_ENDED: This API key was revoked, has expired or was replaced. Create or rotate a key on /api. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description PERMISSION_MISSING: This API key does not have the permission that the call needs. ADDRESS_REFUSED: This API key may not be used from this address. API_PLAN_ENDED: The plan behind this API key does not include the API, or has ended. LIVE_KEY_IN_BROWSER: A live key must stay on your server: anyone who opens the page can read it. Use a test key in a browser. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description RATE_LIMITED: Too many requests. Please wait a moment. QUOTA_EXCEEDED: Your requests for this month are used up. The next month begins at midnight UTC on its first day. */
            429: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            default: components["responses"]["Unforeseen"];
        };
    };
    getV1Provider: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier answer. Where nothing has changed since, 304 is answered without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The id of a provider or alert, as the list gives it.
                 * @example 01900000-0000-7000-8000-000000000001
                 */
                id: components["schemas"]["ProviderId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "otherNames": [],
                     *       "logoUrl": null,
                     *       "flaggedReasons": [],
                     *       "insurance": null,
                     *       "certifications": [],
                     *       "securityFeatures": [],
                     *       "id": "01900000-0000-7000-8000-000000000001",
                     *       "name": "Sample Exchange",
                     *       "type": "Exchange",
                     *       "description": "An invented exchange. Test keys always find it verified.",
                     *       "website": "https://exchange.example",
                     *       "verificationStatus": "Verified",
                     *       "riskScore": "Low",
                     *       "rating": "4.5",
                     *       "reviewCount": 2,
                     *       "countries": [
                     *         "kenya",
                     *         "south africa"
                     *       ],
                     *       "established": 2016,
                     *       "userCount": 120000,
                     *       "licenseInfo": "Sample licence 0001",
                     *       "regulatoryCompliance": 92,
                     *       "userSatisfaction": 88,
                     *       "securityMeasures": 95
                     *     }
                     */
                    "application/json": components["schemas"]["Provider"];
                };
            };
            /** @description Unchanged; it costs nothing. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description API_KEY_INVALID: No valid API key was sent. Send yours as 'Authorization: Bearer hk_live_…'. API_KEY_ENDED: This API key was revoked, has expired or was replaced. Create or rotate a key on /api. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description PERMISSION_MISSING: This API key does not have the permission that the call needs. ADDRESS_REFUSED: This API key may not be used from this address. API_PLAN_ENDED: The plan behind this API key does not include the API, or has ended. LIVE_KEY_IN_BROWSER: A live key must stay on your server: anyone who opens the page can read it. Use a test key in a browser. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description PROVIDER_NOT_FOUND: The provider you're looking for doesn't exist or has been removed. */
            404: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description RATE_LIMITED: Too many requests. Please wait a moment. QUOTA_EXCEEDED: Your requests for this month are used up. The next month begins at midnight UTC on its first day. */
            429: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            default: components["responses"]["Unforeseen"];
        };
    };
    getV1Compliance: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier answer. Where nothing has changed since, 304 is answered without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The id of a provider or alert, as the list gives it.
                 * @example 01900000-0000-7000-8000-000000000001
                 */
                id: components["schemas"]["ProviderId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "providerId": "01900000-0000-7000-8000-000000000001",
                     *       "verificationStatus": "Verified",
                     *       "riskScore": "Low",
                     *       "licenseInfo": "Sample licence 0001",
                     *       "regulatoryCompliance": 92,
                     *       "userSatisfaction": 88,
                     *       "securityMeasures": 95,
                     *       "certifications": [],
                     *       "evidence": [
                     *         {
                     *           "id": "01900000-0000-7000-8000-000000000401",
                     *           "kind": "licence",
                     *           "country": "kenya",
                     *           "authority": "Sample Capital Markets Authority",
                     *           "reference": "Sample licence 0001",
                     *           "sourceUrl": "https://authority.example/register/0001",
                     *           "pictureUrl": null,
                     *           "checkedOn": "2026-01-02",
                     *           "checkedBy": "Hakiki register team",
                     *           "isOld": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Compliance"];
                };
            };
            /** @description Unchanged; it costs nothing. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description API_KEY_INVALID: No valid API key was sent. Send yours as 'Authorization: Bearer hk_live_…'. API_KEY_ENDED: This API key was revoked, has expired or was replaced. Create or rotate a key on /api. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description PERMISSION_MISSING: This API key does not have the permission that the call needs. ADDRESS_REFUSED: This API key may not be used from this address. API_PLAN_ENDED: The plan behind this API key does not include the API, or has ended. LIVE_KEY_IN_BROWSER: A live key must stay on your server: anyone who opens the page can read it. Use a test key in a browser. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description PROVIDER_NOT_FOUND: The provider you're looking for doesn't exist or has been removed. */
            404: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description RATE_LIMITED: Too many requests. Please wait a moment. QUOTA_EXCEEDED: Your requests for this month are used up. The next month begins at midnight UTC on its first day. */
            429: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            default: components["responses"]["Unforeseen"];
        };
    };
    listV1Reviews: {
        parameters: {
            query?: {
                /** @description Maximum number of results per page. */
                limit?: number;
                /** @description Number of results to skip. The Link header contains the next page. */
                offset?: number;
                /** @description Sort order. */
                sort?: "newest" | "highest" | "lowest";
            };
            header?: {
                /** @description The ETag of an earlier answer. Where nothing has changed since, 304 is answered without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The id of a provider or alert, as the list gives it.
                 * @example 01900000-0000-7000-8000-000000000001
                 */
                id: components["schemas"]["ProviderId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "01900000-0000-7000-8000-000000000101",
                     *         "rating": 5,
                     *         "experience": "Paid out on the same day.",
                     *         "issueType": "none",
                     *         "userLocation": "kenya",
                     *         "language": "en",
                     *         "createdAt": "2026-01-01T09:00:00.000Z"
                     *       },
                     *       {
                     *         "id": "01900000-0000-7000-8000-000000000102",
                     *         "rating": 4,
                     *         "experience": "Good, and a little slow at weekends.",
                     *         "issueType": "none",
                     *         "userLocation": "kenya",
                     *         "language": "en",
                     *         "createdAt": "2026-01-02T09:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Review"][];
                };
            };
            /** @description Unchanged; it costs nothing. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description INVALID_INPUT: Please check what you entered. */
            400: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description API_KEY_INVALID: No valid API key was sent. Send yours as 'Authorization: Bearer hk_live_…'. API_KEY_ENDED: This API key was revoked, has expired or was replaced. Create or rotate a key on /api. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description PERMISSION_MISSING: This API key does not have the permission that the call needs. ADDRESS_REFUSED: This API key may not be used from this address. API_PLAN_ENDED: The plan behind this API key does not include the API, or has ended. LIVE_KEY_IN_BROWSER: A live key must stay on your server: anyone who opens the page can read it. Use a test key in a browser. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description PROVIDER_NOT_FOUND: The provider you're looking for doesn't exist or has been removed. */
            404: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description RATE_LIMITED: Too many requests. Please wait a moment. QUOTA_EXCEEDED: Your requests for this month are used up. The next month begins at midnight UTC on its first day. */
            429: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            default: components["responses"]["Unforeseen"];
        };
    };
    submitV1Report: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the sender, random. Sent again with the same body, the call acts once and answers as before. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reportType": "withdrawal_issues",
                 *       "severity": "High",
                 *       "description": "A withdrawal has been waiting for two weeks.",
                 *       "reporterLocation": "Nairobi",
                 *       "providerId": "01900000-0000-7000-8000-000000000002"
                 *     }
                 */
                "application/json": components["schemas"]["NewV1ReportSent"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01900000-0000-7000-8000-000000000201",
                     *       "reportType": "withdrawal_issues",
                     *       "severity": "High",
                     *       "description": "A withdrawal has been waiting for two weeks.",
                     *       "reporterLocation": "Nairobi",
                     *       "language": "en",
                     *       "createdAt": "2026-01-01T09:00:00.000Z",
                     *       "providerId": "01900000-0000-7000-8000-000000000002",
                     *       "fraudAlertId": null,
                     *       "status": "pending",
                     *       "appealSince": null,
                     *       "reply": null
                     *     }
                     */
                    "application/json": components["schemas"]["Report"];
                };
            };
            /** @description INVALID_INPUT: Please check what you entered. */
            400: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description API_KEY_INVALID: No valid API key was sent. Send yours as 'Authorization: Bearer hk_live_…'. API_KEY_ENDED: This API key was revoked, has expired or was replaced. Create or rotate a key on /api. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description PERMISSION_MISSING: This API key does not have the permission that the call needs. ADDRESS_REFUSED: This API key may not be used from this address. API_PLAN_ENDED: The plan behind this API key does not include the API, or has ended. LIVE_KEY_IN_BROWSER: A live key must stay on your server: anyone who opens the page can read it. Use a test key in a browser. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description PROVIDER_NOT_FOUND: The provider you're looking for doesn't exist or has been removed. */
            404: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description KEY_REUSED: This was already sent with other content. Please send it again. */
            409: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description RATE_LIMITED: Too many requests. Please wait a moment. QUOTA_EXCEEDED: Your requests for this month are used up. The next month begins at midnight UTC on its first day. */
            429: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            default: components["responses"]["Unforeseen"];
        };
    };
    onAlertPublished: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at each attempt. */
                "webhook-id": string;
                /** @description Signatures as defined by Standard Webhooks, separated by spaces. Verify one before you trust the event. */
                "webhook-signature": string;
                /** @description When it was sent, in seconds since 1970. */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertPublishedEvent"];
            };
        };
        responses: {
            /** @description Received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. It is sent again, with longer and longer pauses. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onAlertWithdrawn: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at each attempt. */
                "webhook-id": string;
                /** @description Signatures as defined by Standard Webhooks, separated by spaces. Verify one before you trust the event. */
                "webhook-signature": string;
                /** @description When it was sent, in seconds since 1970. */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertWithdrawnEvent"];
            };
        };
        responses: {
            /** @description Received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. It is sent again, with longer and longer pauses. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onLicenceChanged: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at each attempt. */
                "webhook-id": string;
                /** @description Signatures as defined by Standard Webhooks, separated by spaces. Verify one before you trust the event. */
                "webhook-signature": string;
                /** @description When it was sent, in seconds since 1970. */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LicenceChangedEvent"];
            };
        };
        responses: {
            /** @description Received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. It is sent again, with longer and longer pauses. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onProviderChanged: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at each attempt. */
                "webhook-id": string;
                /** @description Signatures as defined by Standard Webhooks, separated by spaces. Verify one before you trust the event. */
                "webhook-signature": string;
                /** @description When it was sent, in seconds since 1970. */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProviderChangedEvent"];
            };
        };
        responses: {
            /** @description Received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. It is sent again, with longer and longer pauses. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onTest: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at each attempt. */
                "webhook-id": string;
                /** @description Signatures as defined by Standard Webhooks, separated by spaces. Verify one before you trust the event. */
                "webhook-signature": string;
                /** @description When it was sent, in seconds since 1970. */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestEvent"];
            };
        };
        responses: {
            /** @description Received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received. It is sent again, with longer and longer pauses. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
