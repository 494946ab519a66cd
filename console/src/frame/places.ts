/** Where a link of the side leads, and what it is called. */
interface Place {
  readonly to: string;
  readonly word: string;
}

interface Group {
  readonly heading?: string;
  readonly places: readonly Place[];
}

export const customerPlaces: readonly Group[] = [
  {
    places: [
      { to: "/overview", word: "Overview" },
      { to: "/quick-start", word: "Quick start" },
      { to: "/look-up", word: "Look up" },
      { to: "/reference", word: "Reference" },
      { to: "/docs", word: "Guide" },
    ],
  },
  {
    heading: "Account",
    places: [
      { to: "/keys", word: "Keys" },
      { to: "/requests", word: "Requests" },
      { to: "/usage", word: "Usage" },
      { to: "/plans", word: "Plans" },
      { to: "/profile", word: "Profile" },
    ],
  },
];

export const operatorPlaces: readonly Group[] = [
  {
    places: [
      { to: "/overview", word: "Overview" },
      { to: "/requests", word: "Live requests" },
      { to: "/usage", word: "Reports" },
    ],
  },
  {
    heading: "Customers",
    places: [
      { to: "/users", word: "Users" },
      { to: "/subscriptions", word: "Subscriptions" },
      { to: "/products", word: "Products" },
      { to: "/apis", word: "APIs" },
    ],
  },
  {
    heading: "Service",
    places: [
      { to: "/datasets", word: "Datasets" },
      { to: "/audit", word: "Audit log" },
      { to: "/system", word: "System" },
      { to: "/settings", word: "Settings" },
      { to: "/reference", word: "Reference" },
      { to: "/profile", word: "Profile" },
    ],
  },
];
